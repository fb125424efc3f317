import { atom } from 'nanostores';
import { z } from 'zod';
import { isLargeTip, refuseTip, TIP_MIN, type TipData, tipTypeSchema } from '#contract/chat/tips.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { parseWholeNumber } from '#contract/whole-number.ts';
import { openModal } from '../../shell/modal.ts';
import { tellStopped } from '../../wallet/spending/spending-stopped.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { keepPart, keptPart } from '../active-stream/active-stream.ts';
import { receiveMessage } from '../room/messages.ts';
import { act } from '../session/request.ts';
import { openChat } from '../session/store.ts';
import { isForToy } from '../toys/toy.ts';

export type TipWish = Pick<TipData, 'amount'> & Partial<Pick<TipData, 'message' | 'isPublic' | 'tipType'>>;

/** The client id makes a repeat harmless. */
interface Tip extends TipWish {
  readonly clientId: string;
}

export type TipState =
  | { readonly status: 'idle' }
  /** Shown once more before it is sent; `left` is the balance after it, in credits. */
  | { readonly status: 'asking'; readonly wish: TipWish; readonly left: number | null }
  | { readonly status: 'sending'; readonly amount: number }
  | { readonly status: 'sent'; readonly amount: number }
  /** Null: no whole number was typed. */
  | { readonly status: 'refused'; readonly amount: number | null }
  /** Meant for the toy, which does not take it now: not paid. */
  | { readonly status: 'no-toy'; readonly why: 'full' | 'off' | 'soon' }
  /** `tip` can be sent again, whether or not the first attempt arrived. */
  | { readonly status: 'failed'; readonly label: ErrorLabel; readonly tip: Tip };

export const $tip = atom<TipState>({ status: 'idle' });

const tipDraftSchema = z.object({
  /** As typed. */
  amount: z.string(),
  message: z.string(),
  isPublic: z.boolean(),
  /** What it is called, as long as the amount is the one of that name. */
  tipType: tipTypeSchema,
});
export type TipDraft = Readonly<z.infer<typeof tipDraftSchema>>;

export const emptyDraft: TipDraft = { amount: String(TIP_MIN), message: '', isPublic: false, tipType: 'tip' };

/** What stands in the form, also while another tab is open, and after paying or logging in elsewhere. */
export const $draft = atom<TipDraft>(tipDraftSchema.safeParse(keptPart('tip')).data ?? emptyDraft);

$draft.listen((draft) => keepPart({ tip: draft }));

/** What was said of the former text no longer holds. */
export function editTip(change: Partial<TipDraft>): void {
  const named = change.amount === undefined ? {} : ({ tipType: 'tip' } as const);
  $draft.set({ ...$draft.get(), ...named, ...change });
  const { status } = $tip.get();
  if (status === 'refused' || status === 'asking' || status === 'no-toy') $tip.set({ status: 'idle' });
}

/** Sends what was typed in the page's language; a large tip is asked for once more, a refused one stays here. */
export async function giveTip(locale: string): Promise<void> {
  const state = $tip.get();
  if (state.status === 'sending' || state.status === 'asking') return;
  const draft = $draft.get();
  const amount = parseWholeNumber(draft.amount, locale);
  if (amount === null) {
    $tip.set({ status: 'refused', amount });
    return;
  }
  const { isPublic, tipType } = draft;
  const wish = { amount, message: draft.message.trim(), isPublic, tipType };
  const credits = $wallet.get().credits;
  const balance = credits ?? Number.POSITIVE_INFINITY;
  // The same again after a failure is the same tip, which may have arrived and was agreed to.
  if (state.status === 'failed' && isSame(state.tip, wish)) await deliver(state.tip);
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

const isSame = (tip: TipWish, wish: TipWish): boolean =>
  tip.amount === wish.amount &&
  tip.message === wish.message &&
  tip.isPublic === wish.isPublic &&
  tip.tipType === wish.tipType;

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
  const { clientId, ...wish } = tip;
  const data = isForToy(tip.amount, tip.tipType) ? { ...wish, toy: true as const } : wish;
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
  const whyNoToy = whyNoToyOf(label);
  if (whyNoToy) $tip.set({ status: 'no-toy', why: whyNoToy });
  else if (openInstead(label)) $tip.set({ status: 'idle' });
  else $tip.set({ status: 'failed', label, tip });
}

function whyNoToyOf(label: ErrorLabel): Extract<TipState, { status: 'no-toy' }>['why'] | null {
  if (label === 'badRequest.toy.full') return 'full';
  if (label === 'badRequest.toy.off') return 'off';
  return label === 'badRequest.toy.soon' ? 'soon' : null;
}

/** Opens what tells this refusal in the form's place. False if the form tells it. */
function openInstead(label: ErrorLabel): boolean {
  if (label === 'badRequest.invalid.payment') openModal({ type: 'NoCreditsForTip' });
  else if (label === 'badRequest.debt.open') openModal({ type: 'NoCredits', variant: 'debt' });
  else if (label === 'badRequest.unauthorized') openModal({ type: 'Register' });
  else return tellStopped(label);
  return true;
}
