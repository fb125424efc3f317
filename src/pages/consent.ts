import type { APIRoute } from 'astro';
import { routes } from '#contract/routes.ts';
import { consentOf } from '#contract/safety/consent.ts';
import { cookieNames, flagCookie, safeReturn } from '../lib/site/cookies.ts';
import { postedForm } from '../lib/site/posted-form.ts';

/** From the banner without script, and from the cookies page. */
export const POST: APIRoute = async ({ request, url, locals }) => {
  const form = await postedForm(request);
  const consent = consentOf(String(form.get('choice')));
  const headers = new Headers({ location: safeReturn(form.get('return')), 'cache-control': 'no-store' });
  if (consent)
    headers.set(
      'set-cookie',
      flagCookie(cookieNames.consent, consent, isSecure(locals.origin ?? url.origin)),
    );
  return new Response(null, { status: 303, headers });
};

/** For a reload of the answer. */
export const GET: APIRoute = ({ locals, redirect }) => redirect(`${locals.link(routes.cookies)}#choice`, 302);

const isSecure = (origin: string): boolean => origin.startsWith('https:');
