import { atom } from 'nanostores';
import type { Receipt } from '#contract/chat/receipt.ts';
import { listChatReceipts, RECEIPTS_PAGE } from '#contract/chat/receipt-calls.ts';
import { call } from '../../api/call.ts';

/** One page of what past chats cost, newest first. Stays while another one is loading. */
export interface History {
  readonly status: 'loading' | 'ready' | 'failed';
  /** From 1; the one that is shown, or asked for. */
  readonly page: number;
  readonly pages: number;
  readonly receipts: readonly Receipt[];
}

const nothing: History = { status: 'loading', page: 1, pages: 1, receipts: [] };

export const $history = atom<History>(nothing);

let newest = 0;

/** Always asked anew: the chat that ended a moment ago belongs to it. */
export async function loadHistory(page = 1): Promise<void> {
  newest += 1;
  const turn = newest;
  $history.set({ ...$history.get(), status: 'loading', page });
  try {
    const { result, total } = await call(listChatReceipts, { page });
    const pages = Math.max(1, Math.ceil(total / RECEIPTS_PAGE));
    if (turn === newest) $history.set({ status: 'ready', page, pages, receipts: result });
  } catch {
    if (turn === newest) $history.set({ ...$history.get(), status: 'failed' });
  }
}

/** Another member may log in on this page. */
export function forgetHistory(): void {
  newest += 1;
  $history.set(nothing);
}
