import type { APIRoute } from 'astro';
import { routes } from '#contract/site/routes.ts';
import { studioLogOut } from '#contract/studio/account/account-calls.ts';
import { call } from '../../lib/api/call.ts';

export const POST: APIRoute = async ({ locals, redirect }) => {
  const { locale, transport, link } = locals;
  await call(studioLogOut, {}, { transport, locale });
  return redirect(link(routes.studioLogin), 303);
};

/** Handles a reload of the response. */
export const GET: APIRoute = ({ locals, redirect }) => redirect(locals.link(routes.studio), 302);
