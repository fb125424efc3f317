import { atom } from 'nanostores';
import * as z from 'zod/mini';
import {
  isLargeTip,
  isSameTip,
  refuseTip,
  type StoredTipData,
  TIP_MIN,
  tipDataSchema,
} from '#contract/chat/tipping/tips.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { parseWholeNumber } from '#contract/wallet/whole-number.ts';
import { helpWith } from '../../shell/open-dialogs.ts';
import { openModal } from '../../shell/start/dialogs.ts';
import { $wallet } from '../../wallet/store.ts';
import { keepPart, keptPart } from '../active-stream.ts';
import { act } from '../request.ts';
import { receiveMessage } from '../room/messages.ts';
import { openChat } from '../store.ts';
import { isForToy } from '../toys/toy.ts';
import { readMenu } from './tip-menu.ts';

export type TipWish = Pick<StoredTipData, 'amount'> & Partial<StoredTipData>;

/** The client id makes a repeat idempotent. */
interface Tip extends TipWish {
  readonly clientId: string;
}

export type TipState =
  | { readonly status: 'idle' }
  /** Waits for a confirmation; `left` is the balance after it, in credits. */
  | { readonly status: 'asking'; readonly wish: TipWish; readonly left: number | null }
  | { readonly status: 'sending'; readonly amount: number }
  | { readonly status: 'sent'; readonly amount: number }
  /** Null: the input was not a whole number. */
  | { readonly status: 'refused'; readonly amount: number | null }
  /** Meant for the toy, which does not accept it now; not paid. */
  | { readonly status: 'no-toy'; readonly why: 'full' | 'off' | 'soon' }
  /** The item is not on the menu any more, or has another price; not paid. */
  | { readonly status: 'no-item' }
  /** `tip` can be sent again, whether or not the first attempt arrived. */
  | { readonly status: 'failed'; readonly label: ErrorLabel; readonly tip: Tip };

export const $tip = atom<TipState>({ status: 'idle' });

/** Amount and text as typed. Type and item are those of the amount: they go when it is changed. */
const tipDraftSchema = z.extend(z.omit(tipDataSchema, { toy: true }), {
  amount: z.string(),
  message: z.string(),
});
export type TipDraft = Readonly<z.infer<typeof tipDraftSchema>>;

export const emptyDraft: TipDraft = tipDraftSchema.parse({ amount: String(TIP_MIN), message: '' });

/** The form's content; survives a change of tab, a payment and a login. */
export const $draft = atom<TipDraft>(tipDraftSchema.safeParse(keptPart('tip')).data ?? emptyDraft);

$draft.listen((draft) => keepPart({ tip: draft }));

/** Clears a refusal or a question about the former input. */
export function editTip(change: Partial<TipDraft>): void {
  const named = change.amount === undefined ? {} : ({ tipType: 'tip', item: undefined } as const);
  $draft.set({ ...$draft.get(), ...named, ...change });
  const { status } = $tip.get();
  if (status === 'refused' || status === 'asking' || status === 'no-toy' || status === 'no-item')
    $tip.set({ status: 'idle' });
}

/** Sends the form, parsed in the page's language; a large tip needs a confirmation, an invalid one is not sent. */
export async function giveTip(locale: string): Promise<void> {
  const state = $tip.get();
  if (state.status === 'sending' || state.status === 'asking') return;
  const draft = $draft.get();
  const amount = parseWholeNumber(draft.amount, locale);
  if (amount === null) {
    $tip.set({ status: 'refused', amount });
    return;
  }
  const wish = { ...draft, amount, message: draft.message.trim() };
  const credits = $wallet.get().credits;
  const balance = credits ?? Number.POSITIVE_INFINITY;
  // The same input after a failure is a retry of the same tip: it may have arrived and was already confirmed.
  if (state.status === 'failed' && isSameTip(state.tip, wish)) await deliver(state.tip);
  else if (refuseTip(amount, balance) === null && isLargeTip(amount, balance))
    $tip.set({ status: 'asking', wish, left: credits === null ? null : credits - amount });
  else await sendTip(wish);
}

export async function confirmTip(): Promise<void> {
  const state = $tip.get();
  if (state.status === 'asking') await sendTip(state.wish);
}

export function declineTip(): void {
  if ($tip.get().status === 'asking') $tip.set({ status: 'idle' });
}

/** Tips the watched performer; the shared rule refuses before anything is sent. */
export async function sendTip(wish: TipWish): Promise<void> {
  if ($tip.get().status === 'sending') return;
  const balance = $wallet.get().credits ?? Number.POSITIVE_INFINITY;
  const refusal = refuseTip(wish.amount, balance);
  if (refusal === 'credits') openModal({ type: 'NoCreditsTip', amount: wish.amount });
  else if (refusal === 'amount') $tip.set({ status: 'refused', amount: wish.amount });
  else await deliver({ ...wish, clientId: crypto.randomUUID() });
}

/** Retries with the same client id. */
export async function sendTipAgain(): Promise<void> {
  const state = $tip.get();
  if (state.status === 'failed') await deliver(state.tip);
}

async function deliver(tip: Tip): Promise<void> {
  const { clientId, ...wish } = tip;
  const data =
    tip.item === undefined && isForToy(tip.amount, tip.tipType) ? { ...wish, toy: true as const } : wish;
  $tip.set({ status: 'sending', amount: tip.amount });
  try {
    const { auth } = openChat();
    const { message, credits } = await act({ action: 'tip', auth, clientId, data });
    receiveMessage(message);
    $wallet.setKey('credits', credits);
    $tip.set({ status: 'sent', amount: tip.amount });
    if ($draft.get().message.trim() === tip.message) $draft.set({ ...$draft.get(), message: '' });
  } catch (error) {
    fail(tip, labelOf(error));
  }
}

function fail(tip: Tip, label: ErrorLabel): void {
  const why = toyRefusals[label];
  if (why) $tip.set({ status: 'no-toy', why });
  else if (label === 'badRequest.tip.item') {
    editTip({ item: undefined });
    $tip.set({ status: 'no-item' });
    void readMenu();
  } else if (helpWith(label)) $tip.set({ status: 'idle' });
  else $tip.set({ status: 'failed', label, tip });
}

const toyRefusals: Partial<Record<ErrorLabel, Extract<TipState, { status: 'no-toy' }>['why']>> = {
  'badRequest.toy.full': 'full',
  'badRequest.toy.off': 'off',
  'badRequest.toy.soon': 'soon',
};
