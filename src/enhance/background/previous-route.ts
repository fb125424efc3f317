import { hasConsent } from '../consent.ts';

const KEY = 'previous_route';

/** Keeps the route one leaves, as path, name and params; nothing of the site needs it, so only with consent. */
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
      // Storage is full or closed to us.
    }
  });
}
