import type { APIRoute } from 'astro';
import { deskLogOut } from '#contract/desk/account/account-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { call } from '../../lib/api/call.ts';

export const POST: APIRoute = async ({ locals, redirect }) => {
  const { locale, transport, link } = locals;
  await call(deskLogOut, {}, { transport, locale });
  return redirect(link(routes.deskLogin), 303);
};

/** Handles a reload of the response. */
export const GET: APIRoute = ({ locals, redirect }) => redirect(locals.link(routes.desk), 302);
