import { atom } from 'nanostores';
import type { Receipt } from '#contract/chat/receipt.ts';

/** Of the chat that ended last; null until the server has sent it. */
export const $receipt = atom<Receipt | null>(null);
