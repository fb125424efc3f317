import { prefetchPages } from './prefetch.ts';
import { recheckGeo } from './recheck-geo.ts';
import { rememberLanguage } from './remember-language.ts';

/** Work that nobody waits for. */
export function startBackground(): void {
  rememberLanguage();
  prefetchPages();
  void recheckGeo();
  // Without a service worker only the offline page and notices are missing. Its scope is the root, where it lies.
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}
