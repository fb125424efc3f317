import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { documentLocale } from '#lib/shell/document-locale.ts';
import { loadMessages } from '#lib/shell/load-messages.ts';
import { MessagesProvider } from './ui/Messages.tsx';

/** Renders what was not in the page's HTML, with all texts of its locale. */
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
