import { atom } from 'nanostores';
import { chatAction } from '#contract/chat/room-calls.ts';
import { refuseTip, type TipData } from '#contract/chat/tips.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { openModal } from '../../shell/modal.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { receiveMessage } from '../room/messages.ts';
import { request } from '../session/request.ts';
import { openChat } from '../session/store.ts';

export type TipWish = Pick<TipData, 'amount'> & Partial<Pick<TipData, 'message' | 'isPublic'>>;

/** The client id makes a repeat harmless. */
interface Tip extends TipWish {
  readonly clientId: string;
}

export type TipState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending'; readonly amount: number }
  | { readonly status: 'sent'; readonly amount: number }
  | { readonly status: 'refused'; readonly amount: number }
  /** `tip` can be sent again, whether or not the first attempt arrived. */
  | { readonly status: 'failed'; readonly label: ErrorLabel; readonly tip: Tip };

export const $tip = atom<TipState>({ status: 'idle' });

/** Tips the performer being watched; the shared rule refuses before anything is sent. */
export async function sendTip(wish: TipWish): Promise<void> {
  if ($tip.get().status === 'sending') return;
  const balance = $wallet.get().credits ?? Number.POSITIVE_INFINITY;
  const refusal = refuseTip(wish.amount, balance);
  if (refusal === 'credits') openModal({ type: 'NoCreditsTip', amount: wish.amount });
  else if (refusal === 'amount') $tip.set({ status: 'refused', amount: wish.amount });
  else await deliver({ ...wish, clientId: crypto.randomUUID() });
}

/** With the same client id. */
export async function sendTipAgain(): Promise<void> {
  const state = $tip.get();
  if (state.status === 'failed') await deliver(state.tip);
}

async function deliver(tip: Tip): Promise<void> {
  const { clientId, ...data } = tip;
  $tip.set({ status: 'sending', amount: tip.amount });
  try {
    const { auth } = openChat();
    const { message, credits } = await request(chatAction, { action: 'tip', auth, clientId, data });
    receiveMessage(message);
    if (credits !== undefined) $wallet.setKey('credits', credits);
    $tip.set({ status: 'sent', amount: tip.amount });
  } catch (error) {
    fail(tip, labelOf(error));
  }
}

function fail(tip: Tip, label: ErrorLabel): void {
  $tip.set({ status: 'idle' });
  if (label === 'badRequest.invalid.payment') openModal({ type: 'NoCreditsForTip' });
  else if (label === 'badRequest.unauthorized') openModal({ type: 'Register' });
  else $tip.set({ status: 'failed', label, tip });
}
