import type { APIRoute } from 'astro';
import { cookieNames, flagCookie, safeReturn } from '../lib/site/cookies.ts';
import { routes } from '../lib/site/routes.ts';

/** The answer to the age question from a browser without script. */
export const POST: APIRoute = async ({ request, url, locals }) => {
  const form = await request.formData();
  return new Response(null, {
    status: 303,
    headers: {
      location: safeReturn(form.get('return')),
      'set-cookie': flagCookie(cookieNames.age, '1', (locals.origin ?? url.origin).startsWith('https:')),
    },
  });
};

/** Whoever reloads the answer, or follows its address, has nothing to answer here. */
export const GET: APIRoute = ({ locals, redirect }) => redirect(locals.link(routes.home), 302);
