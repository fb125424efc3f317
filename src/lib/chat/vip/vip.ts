import { atom, type WritableAtom } from 'nanostores';
import type { VipRequest } from '#contract/chat/vip.ts';
import { readVip } from '#contract/chat/vip-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { prices } from '#contract/wallet/prices.ts';
import { on, onConnection } from '../../api/socket.ts';
import { tellModal } from '../../shell/late/tell.ts';
import { openModal } from '../../shell/modal.ts';
import { tellStopped } from '../../wallet/spending/spending-stopped.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { keepPart, keptPart } from '../active-stream/active-stream.ts';
import { $vipRest } from '../rests/rests.ts';
import { addNotice } from '../room/notices.ts';
import { openTab } from '../room/tabs.ts';
import { act, request } from '../session/request.ts';
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

/** ms after the time for an answer in which the server has told of it. */
const GRACE_MS = 2000;

export interface Vip {
  readonly $vip: WritableAtom<VipState>;
  /** A show was asked for by a guest, or with too few credits: it is gone on with once it can be asked for. */
  readonly $wantsVip: WritableAtom<boolean>;
  /** A second request is ignored; a guest registers first, and below the minimum the wallet opens instead. */
  askForVip(): void;
  /**
   * Asks for the price again where a show was wanted, as soon as nothing stands in its way; pays nothing. Returns how to
   * stop.
   */
  goOnWithVip(): () => void;
  declinePrice(): void;
  /** The price is agreed to. */
  requestVip(): Promise<void>;
  /** Takes a request back, or ends the show. Whether the server knows; throws nothing. */
  stopVip(): Promise<boolean>;
  /** From the first request or show on, until it is closed. */
  followVip(): void;
  close(): void;
}

/** Of one page. */
export function createVip(): Vip {
  const $vip = atom<VipState>({ status: 'idle' });
  const $wantsVip = atom(keptPart('vip') === true);
  /** What was told between the messages, so that a repeated push says it once. */
  const told = new Set<string>();
  let stop: (() => void) | null = null;
  $wantsVip.listen((vip) => keepPart({ vip }));

  const askForVip = (): void => {
    const { status } = $vip.get();
    if (status !== 'idle' && status !== 'failed') return;
    const chat = $chat.get();
    const isGuest = chat.status === 'watching' && chat.as === 'guest';
    $wantsVip.set(isGuest || lacksCredits());
    if (isGuest) openModal({ type: 'Register' });
    else if (lacksCredits()) openTab('wallet');
    else $vip.set({ status: 'asking' });
  };
  /** How the request of this chat stands, pushed or answered. */
  const receive = (vip: VipRequest): void => {
    if (vip.state === 'pending') {
      $vip.set({ status: 'pending', request: vip.request, until: Date.now() + vip.leftMs });
      return;
    }
    if ($vip.get().status !== 'idle') $vip.set({ status: 'idle' });
    const key = `${vip.request} ${vip.state}`;
    if (told.has(key)) return;
    told.add(key);
    tellOf(vip);
  };
  const followVip = (): void => {
    stop ??= follow($vip, receive);
  };

  return {
    $vip,
    $wantsVip,
    askForVip,
    followVip,
    goOnWithVip() {
      const consider = (): void => {
        const chat = $chat.get();
        const isMember = chat.status === 'watching' && chat.as === 'member';
        if ($wantsVip.get() && isMember && $vip.get().status === 'idle' && !lacksCredits()) askForVip();
      };
      consider();
      const stops = [$chat.listen(consider), $wallet.listen(consider)];
      return () => {
        for (const end of stops) end();
      };
    },
    declinePrice() {
      if ($vip.get().status === 'asking') $vip.set({ status: 'idle' });
    },
    async requestVip() {
      if ($vip.get().status !== 'asking') return;
      $vip.set({ status: 'requested' });
      followVip();
      try {
        const { auth } = openChat();
        receive((await act({ action: 'requestVip', auth })).vip);
      } catch (error) {
        const label = labelOf(error);
        $vip.set({ status: 'idle' });
        if (!helpWith(label)) $vip.set({ status: 'failed', label });
      }
    },
    async stopVip() {
      const before = $vip.get();
      try {
        const { auth } = openChat();
        const { vip } = await act({ action: 'stopVip', auth });
        if (vip) receive(vip);
        return true;
      } catch (error) {
        const isOver = labelOf(error) === 'badRequest.session.ended';
        $vip.set(!isOver && before.status === 'pending' ? before : { status: 'idle' });
        return isOver;
      }
    },
    close() {
      stop?.();
      stop = null;
    },
  };
}

/** The rest of an earlier show's minute stands for the minimum. */
function lacksCredits(): boolean {
  const { credits } = $wallet.get();
  return credits !== null && credits < prices.vipMinimum && $vipRest.get() === null;
}

/** Whether a dialog, or a word of the wallet, says what to do about it. */
function helpWith(label: ErrorLabel): boolean {
  if (label === 'badRequest.deduct.credits.amount') openModal({ type: 'NoCreditsForVip' });
  else if (label === 'badRequest.debt.open') openModal({ type: 'NoCredits', variant: 'debt' });
  else if (label === 'badRequest.unauthorized') openModal({ type: 'Register' });
  else return tellStopped(label);
  return true;
}

/** Between the messages. */
function tellOf(vip: VipRequest): void {
  const chat = $chat.get();
  const name = chat.status === 'idle' ? '' : chat.performer;
  if (vip.state === 'accepted') addNotice('vip.notice.accepted', { name, credits: prices.vipMinute });
  else if (vip.state === 'declined') addNotice(`vip.notice.${vip.reason ?? 'declined'}`, { name });
  if (vip.reason === 'no_credits') tellModal({ type: 'NoCreditsForVip' });
}

/** Returns how to stop. */
function follow($vip: WritableAtom<VipState>, receive: (vip: VipRequest) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A push may have been missed. */
  const readAgain = async (): Promise<void> => {
    const chat = $chat.get();
    if ($vip.get().status !== 'pending' || chat.status !== 'watching') return;
    const answer = await request(readVip, { auth: chat.auth }).catch(() => null);
    if (answer?.vip) receive(answer.vip);
  };
  const stops = [
    on('vip-state', ({ session, ...vip }) => {
      const chat = $chat.get();
      if (chat.status !== 'watching' || chat.session === session) receive(vip);
    }),
    onConnection((state) => {
      if (state === 'connected') void readAgain();
    }),
    $vip.subscribe((vip) => {
      if (vip.status !== 'pending') return;
      clearTimeout(timer);
      timer = setTimeout(() => void readAgain(), vip.until - Date.now() + GRACE_MS);
    }),
    // A chat that ends takes its request, or its show, with it.
    $chat.listen((chat, before) => {
      if (chat.status === 'watching') return;
      $vip.set({ status: 'idle' });
      if (before?.status === 'watching' && before.type === 'vip')
        addNotice('vip.notice.stopped', { name: before.performer });
    }),
    () => clearTimeout(timer),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Of the page. */
export const pageVip = createVip();
