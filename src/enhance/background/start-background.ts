import { languageCookie } from '#contract/cookies.ts';
import { splitLocale } from '#contract/locales.ts';
import { isBelow, onDemandRoots, serviceRoots } from '#contract/start/roots.ts';
import { keepFlag } from '#lib/shell/start/browser.ts';
import { workerAddress } from '#lib/site/start/names.ts';
import { find } from '../../lib/shell/start/hooks.ts';

/** Runs low-priority work. */
export function startBackground(): void {
  rememberLanguage();
  // A member's pages are never cached, so a prefetch would fetch them twice.
  if (find(document, 'guest-account')) prefetchPages();
  void recheckGeo();
  // Without a service worker only the offline page and notices are missing. Its scope is the root, where its file is.
  navigator.serviceWorker?.register(workerAddress).catch(() => undefined);
}

/** Stores the language chosen in a switch, for URLs without a locale. */
function rememberLanguage(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (!link) return;
    keepFlag(languageCookie, link.hreflang);
  });
}

const SEEN = 'country_code';

/**
 * Once per session, requests this page's headers: a page from the browser cache may be open in a blocked region.
 * Failures are ignored.
 */
export async function recheckGeo(): Promise<void> {
  try {
    if (sessionStorage.getItem(SEEN) !== null) return;
    const answer = await fetch(location.href, { method: 'HEAD' });
    if (answer.redirected && /\/forbidden$/.test(new URL(answer.url).pathname)) location.replace(answer.url);
    else sessionStorage.setItem(SEEN, answer.headers.get('x-country') ?? '');
  } catch {
    // Offline, or storage is blocked.
  }
}

/** ms of hovering before a prefetch. */
const HOVER_MS = 65;
const left = [...serviceRoots, ...onDemandRoots].map((root) => `/${root}`);

export interface Page {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
}

export function mayPrefetch(target: URL, from: Page): boolean {
  if (target.origin !== from.origin) return false;
  const { path } = splitLocale(target.pathname);
  if (isBelow(left, path)) return false;
  // A dot in the last part means a file.
  if (/\.[^/]*$/.test(target.pathname)) return false;
  return target.pathname + target.search !== from.pathname + from.search;
}

const fetched = new Set<string>();

function prefetch(link: HTMLAnchorElement): void {
  if (link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  url.hash = '';
  if (fetched.has(url.href) || !mayPrefetch(url, location)) return;
  fetched.add(url.href);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = url.href;
  document.head.append(hint);
}

/** Prefetches the previous page of a list at once, others on hover, touch or focus of their link. */
export function prefetchPages(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (event: Event): void => {
    clearTimeout(timer);
    const link = linkOf(event);
    if (link) timer = setTimeout(() => prefetch(link), event.type === 'touchstart' ? 0 : HOVER_MS);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, soon, { passive: true });
  const previous = document.querySelector<HTMLAnchorElement>('a[rel~="prev"]');
  if (previous) prefetch(previous);
}
