import { atom } from 'nanostores';
import { listChatReceipts, RECEIPTS_PAGE, type Receipt } from '#contract/chat/receipt-calls.ts';
import { call } from '../../api/call.ts';

/** One page of past receipts, newest first. Stays visible while another page is loading. */
export interface History {
  readonly status: 'loading' | 'ready' | 'failed';
  /** From 1; the shown or requested page. */
  readonly page: number;
  readonly pages: number;
  readonly receipts: readonly Receipt[];
}

const nothing: History = { status: 'loading', page: 1, pages: 1, receipts: [] };

export const $history = atom<History>(nothing);

/** Always reads again: the chat that just ended belongs to it. */
export async function loadHistory(page = 1): Promise<void> {
  const loading: History = { ...$history.get(), status: 'loading', page };
  const isNewest = () => $history.get() === loading;
  $history.set(loading);
  try {
    const { result, total } = await call(listChatReceipts, { page });
    const pages = Math.max(1, Math.ceil(total / RECEIPTS_PAGE));
    if (isNewest()) $history.set({ status: 'ready', page, pages, receipts: result });
  } catch {
    if (isNewest()) $history.set({ ...loading, status: 'failed' });
  }
}

/** Called because another member may log in on this page. */
export function forgetHistory(): void {
  $history.set(nothing);
}
