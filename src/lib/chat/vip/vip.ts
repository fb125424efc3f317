import { atom } from 'nanostores';
import { chatAction } from '#contract/chat/room-calls.ts';
import type { VipRequest } from '#contract/chat/vip.ts';
import { readVip } from '#contract/chat/vip-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { prices } from '#contract/wallet/prices.ts';
import { on, onConnection } from '../../api/socket.ts';
import { openModal } from '../../shell/modal.ts';
import { tellStopped } from '../../wallet/spending/spending-stopped.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { keepPart, keptPart } from '../active-stream/active-stream.ts';
import { addNotice } from '../room/notices.ts';
import { openTab } from '../room/tabs.ts';
import { request } from '../session/request.ts';
import { $chat, openChat } from '../session/store.ts';

/** A request of this page (live spec 4); the show itself is the chat's type. */
export type VipState =
  | { readonly status: 'idle' }
  /** The price is asked for once more before anything is sent. */
  | { readonly status: 'asking' }
  /** On its way to the server. */
  | { readonly status: 'requested' }
  /** `until`: ms since the epoch, by this page's clock. */
  | { readonly status: 'pending'; readonly request: string; readonly until: number }
  | { readonly status: 'failed'; readonly label: ErrorLabel };

export const $vip = atom<VipState>({ status: 'idle' });

/** A show was asked for by a guest, or with too few credits: it is gone on with once it can be asked for. */
export const $wantsVip = atom(keptPart('vip') === true);

$wantsVip.listen((vip) => keepPart({ vip }));

/** What was told between the messages, so that a repeated push says it once. */
const told = new Set<string>();

/** ms after the time for an answer in which the server has told of it. */
const GRACE_MS = 2000;

/** A second request is ignored; a guest registers first, and below the minimum the wallet opens instead. */
export function askForVip(): void {
  const { status } = $vip.get();
  if (status !== 'idle' && status !== 'failed') return;
  const chat = $chat.get();
  const isGuest = chat.status === 'watching' && chat.as === 'guest';
  $wantsVip.set(isGuest || lacksCredits());
  if (isGuest) openModal({ type: 'Register' });
  else if (lacksCredits()) openTab('wallet');
  else $vip.set({ status: 'asking' });
}

function lacksCredits(): boolean {
  const { credits } = $wallet.get();
  return credits !== null && credits < prices.vipMinimum;
}

/**
 * Asks for the price again where a show was wanted, as soon as nothing stands in its way; pays nothing. Returns how to
 * stop.
 */
export function goOnWithVip(): () => void {
  const consider = (): void => {
    const chat = $chat.get();
    const isMember = chat.status === 'watching' && chat.as === 'member';
    if ($wantsVip.get() && isMember && $vip.get().status === 'idle' && !lacksCredits()) askForVip();
  };
  consider();
  const stops = [$chat.listen(consider), $wallet.listen(consider)];
  return () => {
    for (const stop of stops) stop();
  };
}

export function declinePrice(): void {
  if ($vip.get().status === 'asking') $vip.set({ status: 'idle' });
}

/** The price is agreed to. */
export async function requestVip(): Promise<void> {
  if ($vip.get().status !== 'asking') return;
  $vip.set({ status: 'requested' });
  followVip();
  try {
    const { auth } = openChat();
    const { vip } = await request(chatAction, { action: 'requestVip', auth });
    if (vip) receiveVip(vip);
  } catch (error) {
    fail(labelOf(error));
  }
}

function fail(label: ErrorLabel): void {
  $vip.set({ status: 'idle' });
  if (label === 'badRequest.deduct.credits.amount') openModal({ type: 'NoCreditsForVip' });
  else if (label === 'badRequest.debt.open') openModal({ type: 'NoCredits', variant: 'debt' });
  else if (label === 'badRequest.unauthorized') openModal({ type: 'Register' });
  else if (!tellStopped(label)) $vip.set({ status: 'failed', label });
}

/** Takes a request back, or ends the show. Whether the server knows; throws nothing. */
export async function stopVip(): Promise<boolean> {
  const before = $vip.get();
  try {
    const { auth } = openChat();
    const { vip } = await request(chatAction, { action: 'stopVip', auth });
    if (vip) receiveVip(vip);
    return true;
  } catch (error) {
    const label = labelOf(error);
    const isOver = label === 'badRequest.session.ended';
    $vip.set(!isOver && before.status === 'pending' ? before : { status: 'idle' });
    return isOver;
  }
}

/** How the request of this chat stands, pushed or answered. */
export function receiveVip(vip: VipRequest): void {
  const chat = $chat.get();
  const name = chat.status === 'idle' ? '' : chat.performer;
  if (vip.state === 'pending') {
    $vip.set({ status: 'pending', request: vip.request, until: Date.now() + vip.leftMs });
    return;
  }
  if ($vip.get().status !== 'idle') $vip.set({ status: 'idle' });
  const key = `${vip.request} ${vip.state}`;
  if (told.has(key)) return;
  told.add(key);
  if (vip.state === 'accepted') addNotice('vip.notice.accepted', { name, credits: prices.vipMinute });
  else if (vip.state === 'declined') addNotice(`vip.notice.${vip.reason ?? 'declined'}`, { name });
  if (vip.reason === 'no_credits') openModal({ type: 'NoCreditsForVip' });
}

let listens = false;

/** From the first request or show on, for as long as the page lives. */
export function followVip(): void {
  if (listens) return;
  listens = true;
  on('vip-state', ({ session, ...vip }) => {
    const chat = $chat.get();
    if (chat.status !== 'watching' || chat.session === session) receiveVip(vip);
  });
  onConnection((state) => {
    if (state === 'connected') void readAgain();
  });
  $vip.subscribe((vip) => {
    if (vip.status === 'pending') setTimeout(() => void readAgain(), vip.until - Date.now() + GRACE_MS);
  });
  // A chat that ends takes its request, or its show, with it.
  $chat.listen((chat, before) => {
    if (chat.status === 'watching') return;
    $vip.set({ status: 'idle' });
    if (before?.status === 'watching' && before.type === 'vip')
      addNotice('vip.notice.stopped', { name: before.performer });
  });
}

/** A push may have been missed. */
async function readAgain(): Promise<void> {
  const chat = $chat.get();
  if ($vip.get().status !== 'pending' || chat.status !== 'watching') return;
  const answer = await request(readVip, { auth: chat.auth }).catch(() => null);
  if (answer?.vip) receiveVip(answer.vip);
}
