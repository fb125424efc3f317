import { hasConsent } from '#lib/shell/consent/has-consent.ts';
import { keepMeasured } from '#lib/shell/consent/measured.ts';
import { pageRoute } from './page-route.ts';

/** Keeps the route that is left: nothing on the site needs it. */
export function rememberRoute(): void {
  addEventListener('pagehide', () => {
    if (hasConsent()) keepMeasured('route', { path: location.pathname, ...pageRoute() });
  });
}
