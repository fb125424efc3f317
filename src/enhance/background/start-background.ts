import { languageCookie } from '#contract/cookies.ts';
import { keepFlag } from '#lib/shell/start/browser.ts';
import { workerAddress } from '#lib/site/start/head.ts';
import { find } from '../../lib/shell/start/hooks.ts';
import { prefetchPages } from './prefetch.ts';

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
