import { keepMeasured } from '#lib/shell/late/measured.ts';
import { hasConsent } from '#lib/shell/start/browser.ts';

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
