import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadMessages } from '#lib/shell/load-messages.ts';
import { MessagesProvider } from './ui/Messages.tsx';

/** Puts a host on the page that was not there in the HTML, with all texts of the page's language. */
export async function mount(host: ReactNode): Promise<void> {
  const locale = document.documentElement.lang.slice(0, 2);
  const messages = await loadMessages(locale);
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <CSPProvider disableStyleElements>
      <MessagesProvider messages={messages} locale={locale}>
        {host}
      </MessagesProvider>
    </CSPProvider>,
  );
}
