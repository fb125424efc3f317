import { hasConsent } from '../consent.ts';

const KEY = 'previous_route';

/** Stores the route that is left, with consent only: nothing on the site needs it. */
export function rememberRoute(): void {
  addEventListener('pagehide', () => {
    if (!hasConsent()) return;
    const { name, params } = JSON.parse(document.documentElement.dataset['route'] ?? '{}') as object & {
      name?: string;
      params?: Readonly<Record<string, string>>;
    };
    try {
      localStorage.setItem(KEY, JSON.stringify({ path: location.pathname, name, params }));
    } catch {
      // Storage is full or blocked.
    }
  });
}
