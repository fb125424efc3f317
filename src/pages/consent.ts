import type { APIRoute } from 'astro';
import { consentOf } from '#contract/safety/consent.ts';
import { routes } from '#contract/site/routes.ts';
import { locationOf, safeReturn } from '#contract/site/site-path.ts';
import { fingerprintCookie } from '#lib/shell/late/measured.ts';
import { postedForm } from '../lib/site/forms.ts';
import { cookieNames, flagCookie } from '../lib/site/start/names.ts';

/** Handles the banner without script, and the form on the cookies page. */
export const POST: APIRoute = async ({ request, url, locals }) => {
  const form = await postedForm(request);
  const consent = consentOf(String(form.get('choice')));
  const location = locationOf(safeReturn(form.get('return')));
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  if (consent)
    headers.append(
      'set-cookie',
      flagCookie(cookieNames.consent, consent, isSecure(locals.origin ?? url.origin)),
    );
  // Only scripts can delete the rest of the measuring data (src/enhance/measuring/withdraw.ts).
  if (consent === 'no') headers.append('set-cookie', `${fingerprintCookie}=; path=/; max-age=0`);
  return new Response(null, { status: 303, headers });
};

/** Handles a reload of the response. */
export const GET: APIRoute = ({ locals, redirect }) => redirect(`${locals.link(routes.cookies)}#choice`, 302);

const isSecure = (origin: string): boolean => origin.startsWith('https:');
