import { languageCookie } from '#contract/cookies.ts';
import { keepFlag } from '#lib/shell/start/browser.ts';
import { workerAddress } from '#lib/site/start/head.ts';
import { find } from '../../lib/shell/start/hooks.ts';
import { prefetchPages } from './prefetch.ts';
import { recheckGeo } from './recheck-geo.ts';

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
