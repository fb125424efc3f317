import { prefetchPages } from './prefetch.ts';
import { rememberRoute } from './previous-route.ts';
import { lookAgain } from './second-look.ts';

/** What nobody waits for, once the page is there. */
export function settleIn(): void {
  rememberRoute();
  prefetchPages();
  void lookAgain();
  // Without a worker the site is the same, only not there when the network isn't.
  navigator.serviceWorker?.register('/sw.js', { scope: '/' }).catch(() => undefined);
}
