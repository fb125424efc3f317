import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { languageCookie } from '#contract/cookies.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { isLocale, splitLocale } from '#contract/locales.ts';
import { consentOf } from '#contract/safety/consent.ts';
import { areaOf, isPageWith } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { deskPageToReturnTo, studioPageToReturnTo } from '#contract/site/site-page.ts';
import { type Affiliate, affiliateOf, showsNonNude, withoutInvalid } from '#contract/tracking/affiliate.ts';
import { brand } from './content/brand/index.ts';
import { confirmDesk } from './lib/desk/confirm.ts';
import { readOperator, readWaiting } from './lib/desk/desk-account.ts';
import { readMember } from './lib/member/account/entry-page.ts';
import { whoAt } from './lib/performers/list/who.ts';
import { spelled } from './lib/performers/profile/open-profile.ts';
import { readPromos } from './lib/performers/promotions/read-promotions.ts';
import { unreadStatements } from './lib/safety/statements.ts';
import { postedForm } from './lib/site/forms.ts';
import { createLink } from './lib/site/links/link.ts';
import { admit, staysReachable } from './lib/site/routing/access.ts';
import { redirectFor } from './lib/site/routing/redirects.ts';
import { NEXT, returnTo } from './lib/site/routing/return-to.ts';
import { isScheme } from './lib/site/scheme.ts';
import { cookieNames } from './lib/site/start/names.ts';
import { readPerformer } from './lib/studio/studio-account.ts';

/** Returns a response, or sets locals for later steps. */
type Step = (context: APIContext) => Response | undefined | Promise<Response | undefined>;

const steps: readonly Step[] = [
  redirects,
  locale,
  chosenLanguage,
  geo,
  choices,
  caller,
  performer,
  posted,
  operator,
  confirmed,
  locked,
  access,
  promotions,
];

/** Pages for expected errors; any other error is a 500. */
const errorPages: Readonly<Partial<Record<ErrorLabel, string>>> = {
  // The API is temporarily unreachable.
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
    // Lists of one gender are rendered by the home page.
    const page = whoAt(path) ? routes.home : path;
    return await (page === sent ? next() : next(page + context.url.search));
  } catch (error) {
    const target = errorPages[labelOf(error)];
    if (target === routes.unavailable && areaAt(context.request) === 'desk')
      return context.rewrite(deskUnavailable(context));
    if (target === undefined) context.locals.logError?.(error);
    if (target === undefined || path === target) throw error;
    return context.rewrite(target);
  }
});

/** The raw path: the context's is already decoded, and decoding twice gives another path. */
const sentPath = (request: Request): string => new URL(request.url).pathname;

async function redirects(context: APIContext): Promise<Response | undefined> {
  // A redirect would lose the body of a form.
  if (context.request.method !== 'GET' && context.request.method !== 'HEAD') return;
  // The URL as sent: the context's has lost double slashes.
  const target = redirectFor(new URL(context.request.url));
  // A single redirect: the target already has the spelling its page would redirect to.
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

/** On a not-found page whose URL has no locale, uses the language chosen last. */
function chosenLanguage({ locals, cookies, request, routePattern }: APIContext): undefined {
  // For an unknown URL the pattern is the not-found page's; after a rewrite the path is.
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

async function caller({ cookies, locals, request }: APIContext): Promise<undefined> {
  // Studio and desk do not read the member's session.
  if (areaAt(request) !== 'site') locals.member = null;
  else locals.member = await readMember(cookies, { transport: locals.transport, locale: locals.locale });
  locals.statements = locals.member ? await unreadStatements(splitLocale(sentPath(request)).path, locals) : 0;
}

const areaAt = (request: Request) => areaOf(splitLocale(sentPath(request)).path);

async function performer({ cookies, locals, request, rewrite }: APIContext): Promise<Response | undefined> {
  locals.performer = null;
  if (areaAt(request) !== 'studio' || !brand.features.studio) return undefined;
  try {
    const { transport, locale } = locals;
    locals.performer = await readPerformer(cookies, { transport, locale });
    return undefined;
  } catch {
    // A login would fail as well.
    return rewrite(routes.unavailable);
  }
}

/** Keeps a form of the desk before its page reads it, for the page shown if the database does not answer. */
async function posted({ locals, request }: APIContext): Promise<undefined> {
  if (request.method === 'POST' && areaAt(request) === 'desk')
    locals.posted = await postedForm(request.clone());
}

/** Without the body, which the page may have read. */
const deskUnavailable = ({ url, request }: APIContext): Request =>
  new Request(new URL(routes.deskUnavailable, url), { headers: request.headers });

async function operator(context: APIContext): Promise<Response | undefined> {
  const { cookies, locals, request, rewrite } = context;
  locals.operator = null;
  locals.waiting = [];
  if (splitLocale(sentPath(request)).path === routes.deskUnavailable) return undefined;
  if (areaAt(request) !== 'desk' || !brand.features.desk || locals.hasDesk === false) return undefined;
  try {
    const { transport, locale } = locals;
    locals.operator = await readOperator(cookies, { transport, locale });
    if (locals.operator) locals.waiting = await readWaiting({ transport, locale });
    return undefined;
  } catch {
    return rewrite(deskUnavailable(context));
  }
}

/** A form may carry a code for the act that it asks for. */
async function confirmed(context: APIContext): Promise<Response | undefined> {
  const { locals, rewrite } = context;
  if (!locals.posted || !locals.operator) return undefined;
  try {
    const { transport, locale } = locals;
    const isConfirmed = await confirmDesk(locals.posted, { transport, locale });
    locals.confirmRefused = isConfirmed === false;
    if (isConfirmed) locals.operator = { ...locals.operator, isLocked: false };
    return undefined;
  } catch (error) {
    return labelOf(error) === 'UNAVAILABLE' ? rewrite(deskUnavailable(context)) : undefined;
  }
}

/** While the desk is locked every page is that of the lock, except the way out. */
function locked({ locals, request, rewrite, url }: APIContext): Promise<Response> | undefined {
  const { path } = splitLocale(sentPath(request));
  if (!locals.operator?.isLocked || path === routes.deskLock || path === routes.deskLogout) return undefined;
  return rewrite(new Request(new URL(routes.deskLock, url), { headers: request.headers }));
}

function access({
  locals,
  url,
  request,
  redirect,
  rewrite,
}: APIContext): Response | Promise<Response> | undefined {
  // After a rewrite this is the error page's path.
  const { path } = splitLocale(sentPath(request));
  const visitor = {
    loggedIn: locals.member !== null,
    inStudio: locals.performer !== null,
    lacksFactor: locals.performer?.lacksFactor ?? false,
    role: locals.operator?.role ?? null,
    features: brand.features,
    hasDesk: locals.hasDesk ?? true,
  };
  const admission = admit(path, url.searchParams, visitor);
  if (admission === 'studio')
    return redirect(studioPageToReturnTo(url.searchParams.get(NEXT)) ?? locals.link(routes.studio), 303);
  if (admission === 'studio-login' || admission === 'studio-factor') {
    const next = locals.path === routes.studio ? undefined : url.pathname + url.search;
    const target = admission === 'studio-login' ? routes.studioLogin : routes.studioFactor;
    return redirect(locals.link(target, { [NEXT]: next }), 303);
  }
  if (admission === 'desk')
    return redirect(deskPageToReturnTo(url.searchParams.get(NEXT)) ?? locals.link(routes.desk), 303);
  if (admission === 'desk-login') {
    const isPlain = locals.path === routes.desk && url.search === '';
    const next = isPlain ? undefined : url.pathname + url.search;
    return redirect(locals.link(routes.deskLogin, { [NEXT]: next }), 303);
  }
  if (admission === 'wrong-role') return rewrite(routes.deskRefused);
  if (admission === 'home')
    return redirect(wayOn(path, url, locals.affiliate) ?? locals.link(routes.home), 302);
  return admission === 'unknown' ? rewrite(routes.notFound) : undefined;
}

/** A visitor who has logged in meanwhile, in another tab, continues as after the form. */
const wayOn = (path: string, { searchParams, origin }: URL, affiliate: Affiliate): string | null =>
  isPageWith('guests', path)
    ? returnTo({ next: searchParams.get(NEXT), referrer: null, origin, affiliate })
    : null;

/** Read here because a component that awaits would split the rendering of the page around it. */
async function promotions({ locals }: APIContext): Promise<undefined> {
  locals.promos = await readPromos(locals);
}
