import type { APIRoute } from 'astro';
import { routes } from '#contract/routes.ts';
import { consentOf } from '#contract/safety/consent.ts';
import { cookieNames, flagCookie, isFromHere, safeReturn } from '../lib/site/cookies.ts';

/** From the banner without script, and from the cookies page. */
export const POST: APIRoute = async ({ request, url, locals }) => {
  const form = await request.formData();
  const consent = consentOf(String(form.get('choice')));
  const headers = new Headers({ location: safeReturn(form.get('return')), 'cache-control': 'no-store' });
  // Another site must not answer for the visitor.
  if (consent && isFromHere(request))
    headers.set(
      'set-cookie',
      flagCookie(cookieNames.consent, consent, isSecure(locals.origin ?? url.origin)),
    );
  return new Response(null, { status: 303, headers });
};

/** For a reload of the answer. */
export const GET: APIRoute = ({ locals, redirect }) => redirect(`${locals.link(routes.cookies)}#choice`, 302);

const isSecure = (origin: string): boolean => origin.startsWith('https:');
