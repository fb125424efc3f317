import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { brand } from './content/brand/index.ts';
import { readMember } from './lib/site/caller.ts';
import { cookieNames } from './lib/site/cookies.ts';
import { mayOpen } from './lib/site/flags.ts';
import { localePath, splitLocale } from './lib/site/locale.ts';
import { redirectFor } from './lib/site/redirects.ts';
import { routes } from './lib/site/routes.ts';
import { isScheme } from './lib/site/scheme.ts';

/** Answers the request, or leaves something in locals for those after it. */
type Step = (context: APIContext) => Response | undefined | Promise<Response | undefined>;

const steps: readonly Step[] = [redirects, locale, choices, caller, access];

export const onRequest = defineMiddleware(async (context, next) => {
  for (const step of steps) {
    const answer = await step(context);
    if (answer) return answer;
  }
  const { path } = context.locals;
  return path === context.url.pathname ? next() : next(path + context.url.search);
});

function redirects(context: APIContext): Response | undefined {
  const target = redirectFor(context.url);
  return target === null ? undefined : context.redirect(target, 301);
}

function locale(context: APIContext): undefined {
  Object.assign(context.locals, splitLocale(context.url.pathname));
}

function choices({ cookies, locals, url }: APIContext): undefined {
  const scheme = cookies.get(cookieNames.scheme)?.value;
  locals.scheme = isScheme(scheme) ? scheme : 'system';
  locals.ageVerified = cookies.has(cookieNames.age);
  locals.nonNude = !locals.ageVerified || url.searchParams.get('splash6') === 'true';
}

async function caller({ cookies, locals }: APIContext): Promise<undefined> {
  locals.member = await readMember(cookies, { transport: locals.transport, locale: locals.locale });
}

function access({ locals, redirect }: APIContext): Response | undefined {
  const allowed = mayOpen(locals.path, { loggedIn: locals.member !== null, features: brand.features });
  return allowed ? undefined : redirect(localePath(locals.locale, routes.home), 302);
}
