import { prefetchPages } from './prefetch.ts';
import { rememberRoute } from './previous-route.ts';
import { recheckGeo } from './recheck-geo.ts';

/** What nobody waits for, once the page is there. */
export function startBackground(): void {
  rememberRoute();
  prefetchPages();
  void recheckGeo();
  // Without a worker the site is the same, only not there when the network isn't.
  navigator.serviceWorker?.register('/sw.js', { scope: '/' }).catch(() => undefined);
}
