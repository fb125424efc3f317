import type { APIRoute } from 'astro';
import { splitLocale } from '#contract/locales.ts';
import { isPageWith } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { locationOf, safeReturn } from '#contract/site/site-path.ts';
import { postedForm } from '../lib/site/forms.ts';
import { cookieNames, flagCookie, isFromHere } from '../lib/site/start/names.ts';

/** Handles the age form in browsers without script. The server accepts forms only from our own pages. */
export const POST: APIRoute = async ({ request, url, locals }) => {
  const form = await postedForm(request);
  return accepted(safeReturn(form.get('return')), locals.origin ?? url.origin);
};

/**
 * Links to the legal texts accept the age question too. Only from our own pages and only to those texts, so that no
 * other site can accept it for the visitor.
 */
export const GET: APIRoute = ({ request, url, locals, redirect }) => {
  const target = safeReturn(url.searchParams.get('to'));
  const { pathname } = new URL(target, url);
  if (!isPageWith('beforeAge', splitLocale(pathname).path)) return redirect(locals.link(routes.home), 302);
  return isFromHere(request)
    ? accepted(target, locals.origin ?? url.origin)
    : redirect(locationOf(target), 303);
};

function accepted(location: string, origin: string): Response {
  const headers = {
    location: locationOf(location),
    'cache-control': 'no-store',
    'set-cookie': flagCookie(cookieNames.age, '1', origin.startsWith('https:')),
  };
  return new Response(null, { status: 303, headers });
}
