import { find, said } from './hooks.ts';

/**
 * Shows the URL of an error page. It was answered under the requested URL, so that search engines see the status
 * there (docs/decisions/0018).
 */
export function showUrl(): void {
  const element = find(document, 'shown-url');
  const url = element && said(element, 'shown-url');
  if (url) history.replaceState(history.state, '', url);
}
