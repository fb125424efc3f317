import { find, said } from './hooks.ts';

/**
 * An error page is answered where it was asked for, so that a search engine sees its status there (docs/decisions/0018).
 * Some have a URL of their own besides: the browser shows that one.
 */
export function showUrl(): void {
  const element = find(document, 'shown-url');
  const url = element && said(element, 'shown-url');
  if (url) history.replaceState(history.state, '', url);
}
