import { routes } from '#contract/routes.ts';
import { linkFrom } from '../../site/link.ts';

/** The browser's tab in which somebody pays while the chat goes on here. */
export interface PaymentTab {
  go(url: string): void;
  close(): void;
}

/** Null where the browser refuses to open one. Asked for later than in a click, it would. */
export function openPaymentTab(performer: string): PaymentTab | null {
  const tab = window.open(linkFrom(location)(routes.payment(performer)), '_blank');
  if (!tab || tab.closed) return null;
  // The provider's page gets no hold of this one.
  tab.opener = null;
  return { go: (url) => tab.location.replace(url), close: () => tab.close() };
}

/** Pages of this browser hear each other on it. */
const CHANNEL = 'payment';
const askFor = (payment: string): string => `who waits for ${payment}`;
const answerFor = (payment: string): string => `waits for ${payment}`;

/** ms; pages of one browser answer within some. */
const ANSWER_WITHIN = 1000;

/** From now on tells a tab that comes back from the provider that this page is there. */
export function answerPaymentTab(payment: string, onReturn: () => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data !== askFor(payment)) return;
    channel.postMessage(answerFor(payment));
    onReturn();
  });
}

/** Whether a page that is still open has led to this payment. */
export function isChatOpenFor(payment: string): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isOpen);
    };
    const timer = setTimeout(end, ANSWER_WITHIN, false);
    channel.addEventListener('message', ({ data }) => {
      if (data === answerFor(payment)) end(true);
    });
    channel.postMessage(askFor(payment));
  });
}
