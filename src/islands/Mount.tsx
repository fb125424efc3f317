import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { documentLocale, loadMessages } from '#lib/shell/translate.ts';
import utilities from '../styles/utilities.css?url';
import type { Elements } from './ui/controls/Messages.tsx';
import { MessagesProvider } from './ui/controls/Messages.tsx';

/** Renders a component that was not in the page's HTML, with all texts of its locale. */
export async function mount(host: ReactNode, place: Element = addPlace()): Promise<Root> {
  const locale = documentLocale();
  const messages = await loadMessages(locale);
  const root = createRoot(place);
  root.render(
    <CSPProvider disableStyleElements>
      <MessagesProvider messages={messages} locale={locale}>
        {host}
      </MessagesProvider>
    </CSPProvider>,
  );
  return root;
}

const addPlace = (): Element => document.body.appendChild(document.createElement('div'));

/** Like `mount`, with all utilities, because a list of performers comes with few, and then the component's own sheets. */
export async function mountStyled(host: Elements, sheets: readonly string[] = []): Promise<Root> {
  await Promise.all([...[utilities, ...sheets].map(addStyle), loadMessages(documentLocale())]);
  return mount(host);
}

/**
 * Resolves once the page has applied the sheet; rejects if it fails to load. The sheet comes last: React's
 * `precedence` would put it before the list's utilities, which would win over `sm:`.
 */
const addStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]:not([data-late])`)) {
      resolve();
      return;
    }
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.dataset['late'] = '';
    link.onload = () => {
      delete link.dataset['late'];
      resolve();
    };
    link.onerror = () => reject(new Error(`No ${href}`));
    document.head.append(link);
  });
