import { brand } from '#content/brand/index.ts';
import { lastingQuery } from '#contract/site/site-path.ts';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { keepMeasured } from '#lib/shell/late/measured.ts';
import { log } from '#lib/shell/log.ts';
import type { Moment } from '#lib/shell/moments.ts';
import { hasConsent } from '#lib/shell/start/browser.ts';
import { TAG_MANAGER_META } from '#lib/site/start/names.ts';

type Tag = Readonly<Record<string, unknown>>;

/** ms after a page was opened at which the page view is sent (platform spec 9). */
export const PAGE_VIEW_MS = 250;

/** Whether the URL contains a key no other program may read: the tag manager reads URLs by itself. */
const isPrivate = (): boolean =>
  new URLSearchParams(location.search).has('key') || lastingQuery(location.search) !== location.search;

const push = (tag: Tag): void => {
  const page = window as { dataLayer?: Tag[] };
  page.dataLayer ??= [];
  page.dataLayer.push(tag);
};

/** Loads the operator's tag manager if the page names one. Returns whether it was loaded. */
export function startTagManager(): boolean {
  const source = document.querySelector<HTMLMetaElement>(`[name=${TAG_MANAGER_META}]`)?.content;
  if (!source || isPrivate()) return false;
  push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.src = source;
  document.head.append(script);
  tagPageView();
  return true;
}

/** Also called when the page is restored from the back/forward cache. */
export function tagPageView(): void {
  setTimeout(() => {
    const { origin, pathname, search } = location;
    push({
      event: 'page_view',
      page_name: pageRoute().name ?? '',
      page_location: origin + pathname + search,
      page_title: document.title,
    });
  }, PAGE_VIEW_MS);
}

export async function tagMoment(moment: Moment): Promise<void> {
  const { p } = affiliateOf(new URLSearchParams(location.search));
  if (moment.name === 'sign-up') {
    push({ event: 'sign_up', affiliate_code: p ?? brand.affiliateCode });
    return;
  }
  try {
    const { purchaseEvent } = await import('#lib/tracking/purchase-event.ts');
    push(await purchaseEvent(moment.payment, p));
  } catch (error) {
    log.warn('Failed log tracking', error);
  }
}

interface PageRoute {
  readonly name?: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** The route as named by the server. */
export const pageRoute = (): PageRoute => JSON.parse(document.documentElement.dataset['route'] ?? '{}');

/** Stores the route when it is left; only measuring uses it. */
export function rememberRoute(): void {
  addEventListener('pagehide', () => {
    if (hasConsent()) keepMeasured('route', { path: location.pathname, ...pageRoute() });
  });
}
