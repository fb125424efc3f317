import { routes } from '#contract/site/routes.ts';
import { askOtherTabs, hearOtherTabs } from '../../shell/late/other-tabs.ts';
import { linkFrom } from '../../site/links/link.ts';

/** The browser tab used for paying while the chat continues in this tab. */
export interface PaymentTab {
  /** URL it opens at and returns to. */
  readonly page: string;
  go(url: string): void;
  close(): void;
}

/** Null if the browser blocks it. Call it within a click, or it is blocked. */
export function openPaymentTab(performer: string): PaymentTab | null {
  const page = linkFrom(location)(routes.payment(performer));
  const tab = window.open(page, '_blank');
  if (!tab || tab.closed) return null;
  // Prevents the provider's page from accessing this tab.
  tab.opener = null;
  return { page, go: (url) => tab.location.replace(url), close: () => tab.close() };
}

const askFor = (payment: string): string => `who waits for ${payment}`;

/** From now on tells a tab that returns from the provider that this page is still open. */
export function answerPaymentTab(payment: string, onReturn: () => void): void {
  hearOtherTabs(askFor(payment), (yes) => {
    yes();
    onReturn();
  });
}

/** Whether the page that started this payment is still open. */
export const isChatOpenFor = (payment: string): Promise<boolean> => askOtherTabs(askFor(payment));
