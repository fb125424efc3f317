import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { languageCookie } from '#contract/cookies.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { isLocale, splitLocale } from '#contract/locales.ts';
import { isPageWith } from '#contract/page-routes.ts';
import { routes } from '#contract/routes.ts';
import { consentOf } from '#contract/safety/consent.ts';
import { type Affiliate, affiliateOf, showsNonNude, withoutInvalid } from '#contract/tracking/affiliate.ts';
import { brand } from './content/brand/index.ts';
import { readMember } from './lib/member/account/read-member.ts';
import { whoAt } from './lib/performers/list/who.ts';
import { spelled } from './lib/performers/profile/spelled.ts';
import { readPromos } from './lib/performers/promotions/read-promotions.ts';
import { cookieNames } from './lib/site/cookies.ts';
import { createLink } from './lib/site/link.ts';
import { NEXT, returnTo } from './lib/site/return-to.ts';
import { admit, staysReachable } from './lib/site/routing/access.ts';
import { redirectFor } from './lib/site/routing/redirects.ts';
import { isScheme } from './lib/site/scheme.ts';

/** Answers the request, or sets locals for later steps. */
type Step = (context: APIContext) => Response | undefined | Promise<Response | undefined>;

const steps: readonly Step[] = [redirects, locale, chosenLanguage, geo, choices, caller, access, promotions];

/** Pages for errors that are not ours; any other one is a 500. */
const errorPages: Readonly<Partial<Record<ErrorLabel, string>>> = {
  // The API is away for a moment.
  UNAVAILABLE: routes.unavailable,
  'badRequest.performer.removed': routes.gone,
};

export const onRequest = defineMiddleware(async (context, next) => {
  for (const step of steps) {
    const answer = await step(context);
    if (answer) return answer;
  }
  const sent = sentPath(context.request);
  const { path } = splitLocale(sent);
  try {
    // Lists of one gender are home with somebody else on it.
    const page = whoAt(path) ? routes.home : path;
    return await (page === sent ? next() : next(page + context.url.search));
  } catch (error) {
    const target = errorPages[labelOf(error)];
    if (target === undefined) context.locals.report?.(error);
    if (target === undefined || path === target) throw error;
    return context.rewrite(target);
  }
});

/** The raw path: the context's is decoded, and decoding twice gives another path. */
const sentPath = (request: Request): string => new URL(request.url).pathname;

async function redirects(context: APIContext): Promise<Response | undefined> {
  // A redirect would lose the body of a form.
  if (context.request.method !== 'GET' && context.request.method !== 'HEAD') return;
  // As it was sent: the context's has lost double slashes.
  const target = redirectFor(new URL(context.request.url));
  // One hop: what has moved is named at once as its page would name it.
  return target === null ? undefined : context.redirect(await spelled(target, context.locals), 301);
}

function locale({ locals, url }: APIContext): undefined {
  // A rewrite to an error page runs the middleware again; URL and locale stay.
  if (locals.path !== undefined) return;
  Object.assign(locals, splitLocale(url.pathname));
  locals.namesLocale = isLocale(url.pathname.split('/')[1]);
  locals.search = withoutInvalid(url.search);
  locals.affiliate = affiliateOf(url.searchParams);
  locals.link = createLink(locals.locale, locals.affiliate);
}

/** Where no page is and the address names no language, the one chosen last counts (docs/decisions/0069). */
function chosenLanguage({ locals, cookies, request, routePattern }: APIContext): undefined {
  // Of an unknown address the pattern is the page's, of a rewritten one the path.
  const page = routePattern === routes.notFound ? routePattern : splitLocale(sentPath(request)).path;
  if (page !== routes.notFound || locals.namesLocale) return;
  const chosen = cookies.get(languageCookie)?.value;
  if (!isLocale(chosen)) return;
  locals.locale = chosen;
  locals.link = createLink(chosen, locals.affiliate);
}

function geo({ locals, redirect }: APIContext): Response | undefined {
  if (!locals.blocked || staysReachable(locals.path)) return;
  const answer = redirect(locals.link(routes.forbidden), 302);
  // A visitor who returns from abroad must be served at once.
  answer.headers.set('cache-control', 'no-store');
  return answer;
}

function choices({ cookies, locals }: APIContext): undefined {
  const scheme = cookies.get(cookieNames.scheme)?.value;
  locals.scheme = isScheme(scheme) ? scheme : 'system';
  locals.consent = consentOf(cookies.get(cookieNames.consent)?.value);
  locals.ageVerified = cookies.has(cookieNames.age);
  const { ageVerified, affiliate } = locals;
  locals.nonNude = showsNonNude({ ageVerified, affiliate, safe: brand.features.safe });
}

async function caller({ cookies, locals }: APIContext): Promise<undefined> {
  locals.member = await readMember(cookies, { transport: locals.transport, locale: locals.locale });
}

function access({
  locals,
  url,
  request,
  redirect,
  rewrite,
}: APIContext): Response | Promise<Response> | undefined {
  // After a rewrite, the path of the error page.
  const { path } = splitLocale(sentPath(request));
  const visitor = { loggedIn: locals.member !== null, features: brand.features };
  const admission = admit(path, url.searchParams, visitor);
  if (admission === 'home')
    return redirect(wayOn(path, url, locals.affiliate) ?? locals.link(routes.home), 302);
  return admission === 'unknown' ? rewrite(routes.notFound) : undefined;
}

/** Who logged in meanwhile, in another tab, goes on as the form would have. */
const wayOn = (path: string, { searchParams, origin }: URL, affiliate: Affiliate): string | null =>
  isPageWith('guests', path)
    ? returnTo({ next: searchParams.get(NEXT), referrer: null, origin, affiliate })
    : null;

/** Read here because a component that waits would split the rendering of the page around it. */
async function promotions({ locals }: APIContext): Promise<undefined> {
  locals.promos = await readPromos(locals);
}
