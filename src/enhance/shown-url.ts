import { find, readHook } from '../lib/shell/start/hooks.ts';

/** Shows the URL of an error page, which was returned under the requested URL so that search engines get its status. */
export function showUrl(): void {
  const element = find(document, 'shown-url');
  const url = element && readHook(element, 'shown-url');
  if (url) history.replaceState(history.state, '', url);
}
