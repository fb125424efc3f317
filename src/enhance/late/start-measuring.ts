import { brand } from '#content/brand/index.ts';
import { lastingQuery } from '#contract/site/site-path.ts';
import { followMoments } from '#lib/shell/moments.ts';
import { hasConsent } from '#lib/shell/start/browser.ts';
import { logClick, logClose, logVisit, type TrackedPage } from '#lib/tracking/tracker.ts';
import { rememberRoute, startTagManager, tagMoment, tagPageView } from '../measuring/tag-manager.ts';

/**
 * Starts all measuring. Loaded after consent; each step checks consent again, as another tab may have withdrawn it.
 * `since`: consent was given before this page was opened.
 */
export function startMeasuring(since: boolean): void {
  rememberRoute();
  if (brand.tracking.fingerprint) countVisit();
  if (!startTagManager()) return;
  followMoments((moment) => void (hasConsent() && tagMoment(moment)), { since });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && hasConsent()) tagPageView();
  });
}

function countVisit(): void {
  const withConsent = (act: (page: TrackedPage) => unknown): void => {
    if (hasConsent()) act(trackedPage());
  };
  withConsent(logVisit);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href], button')) withConsent(logClick);
  });
  addEventListener('pagehide', () => withConsent(logClose));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) withConsent(logVisit);
  });
}

function trackedPage(): TrackedPage {
  const [opened] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    responseStatus?: number;
  })[];
  const query = new URLSearchParams(lastingQuery(location.search));
  query.delete('key');
  return {
    host: location.host,
    url: location.pathname,
    query: query.toString(),
    statusCode: opened?.responseStatus || undefined,
    userAgent: navigator.userAgent,
  };
}
