import { routes } from '#contract/routes.ts';
import { askOtherTabs, hearOtherTabs } from '../../shell/tabs/other-tabs.ts';
import { linkFrom } from '../../site/link.ts';

/** The browser's tab in which somebody pays while the chat goes on here. */
export interface PaymentTab {
  /** Where it opens, and comes back to. */
  readonly page: string;
  go(url: string): void;
  close(): void;
}

/** Null where the browser refuses to open one. Asked for later than in a click, it would. */
export function openPaymentTab(performer: string): PaymentTab | null {
  const page = linkFrom(location)(routes.payment(performer));
  const tab = window.open(page, '_blank');
  if (!tab || tab.closed) return null;
  // The provider's page gets no hold of this one.
  tab.opener = null;
  return { page, go: (url) => tab.location.replace(url), close: () => tab.close() };
}

const askFor = (payment: string): string => `who waits for ${payment}`;

/** From now on tells a tab that comes back from the provider that this page is there. */
export function answerPaymentTab(payment: string, onReturn: () => void): void {
  hearOtherTabs(askFor(payment), (yes) => {
    yes();
    onReturn();
  });
}

/** Whether a page that is still open has led to this payment. */
export const isChatOpenFor = (payment: string): Promise<boolean> => askOtherTabs(askFor(payment));
