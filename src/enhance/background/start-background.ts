import { workerAddress } from '#lib/site/chrome/worker-address.ts';
import { find } from '../hooks.ts';
import { prefetchPages } from './prefetch.ts';
import { recheckGeo } from './recheck-geo.ts';
import { rememberLanguage } from './remember-language.ts';

/** Work that nobody waits for. */
export function startBackground(): void {
  rememberLanguage();
  // A member's pages are kept nowhere, so they would be fetched twice.
  if (find(document, 'guest-account')) prefetchPages();
  void recheckGeo();
  // Without a service worker only the offline page and notices are missing. Its scope is the root, where it lies.
  navigator.serviceWorker?.register(workerAddress).catch(() => undefined);
}
