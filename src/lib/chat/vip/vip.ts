import { atom, type WritableAtom } from 'nanostores';
import { vipMinimum } from '#contract/chat/prices.ts';
import { readVip, type VipRequest } from '#contract/chat/vip-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { on, onConnection } from '../../api/socket/socket.ts';
import { type Dialogs, helpWith, tellModal } from '../../shell/open-dialogs.ts';
import { openModal } from '../../shell/start/dialogs.ts';
import { $wallet } from '../../wallet/store.ts';
import { keepPart, keptPart } from '../active-stream.ts';
import { $prices } from '../prices.ts';
import { act, request } from '../request.ts';
import { $vipRest } from '../rests.ts';
import { addNotice } from '../room/messages.ts';
import { $chat, openChat } from '../store.ts';
import { openTab } from '../tabs.ts';

/** A request of this page (live spec 4); the show itself is the chat's type. */
export type VipState =
  | { readonly status: 'idle' }
  /** Asks for a confirmation of the price before anything is sent. */
  | { readonly status: 'asking' }
  /** On its way to the server. */
  | { readonly status: 'requested' }
  /** `until`: ms since the epoch, by this page's clock. */
  | { readonly status: 'pending'; readonly request: string; readonly until: number }
  | { readonly status: 'failed'; readonly label: ErrorLabel };

/** ms after the time limit of an answer by which the server has reported it. */
const GRACE_MS = 2000;

export interface Vip {
  readonly $vip: WritableAtom<VipState>;
  /** A guest, or a member with too few credits, wanted a show; the page asks again once it is possible. */
  readonly $wantsVip: WritableAtom<boolean>;
  /** Ignores a second request; a guest registers first, and below the minimum the wallet opens instead. */
  askForVip(): void;
  /** Asks for the price again if a show was wanted, once it is possible; pays nothing. Returns a stop function. */
  goOnWithVip(): () => void;
  declinePrice(): void;
  /** Agrees to the price and sends the request. */
  requestVip(): Promise<void>;
  /** Withdraws a request, or ends the show. Returns whether the server knows; never throws. */
  stopVip(): Promise<boolean>;
  /** Follows from the first request or show on, until `close()`. */
  followVip(): void;
  close(): void;
}

/** Creates one page's instance. */
export function createVip(): Vip {
  const $vip = atom<VipState>({ status: 'idle' });
  const $wantsVip = atom(keptPart('vip') === true);
  const tellOnce = createTelling();
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
  /** Applies the state of this chat's request, pushed or returned. */
  const receive = (vip: VipRequest): void => {
    if (vip.state === 'pending') {
      $vip.set({ status: 'pending', request: vip.request, until: steadyNow() + vip.leftMs });
      return;
    }
    if ($vip.get().status !== 'idle') $vip.set({ status: 'idle' });
    tellOnce(vip);
  };
  const followVip = (): void => {
    stop ??= follow($vip, receive);
  };

  return {
    $vip,
    $wantsVip,
    askForVip,
    followVip,
    goOnWithVip: () =>
      whenPayable(() => {
        if ($wantsVip.get() && $vip.get().status === 'idle') askForVip();
      }),
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
        if (!helpWith(label, ownDialogs)) $vip.set({ status: 'failed', label });
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

/** The rest of an earlier show's unit replaces the minimum. */
function lacksCredits(): boolean {
  const { credits } = $wallet.get();
  return credits !== null && credits < vipMinimum($prices.get()) && $vipRest.get() === null;
}

/**
 * Calls `goOn` while a member with enough credits is watching: now, and with each change of chat or wallet. Returns a
 * stop function.
 */
function whenPayable(goOn: () => void): () => void {
  const consider = (): void => {
    const chat = $chat.get();
    if (chat.status === 'watching' && chat.as === 'member' && !lacksCredits()) goOn();
  };
  consider();
  const stops = [$chat.listen(consider), $wallet.listen(consider)];
  return () => {
    for (const end of stops) end();
  };
}

const ownDialogs: Dialogs = { 'badRequest.deduct.credits.amount': { type: 'NoCreditsForVip' } };

/** Returns a function that tells of a request's state, once however often it is pushed. */
function createTelling(): (vip: VipRequest) => void {
  const shownNotices = new Set<string>();
  return (vip) => {
    const key = `${vip.request} ${vip.state}`;
    if (shownNotices.has(key)) return;
    shownNotices.add(key);
    tellOf(vip);
  };
}

/** Adds a notice between the messages. */
function tellOf(vip: VipRequest): void {
  const chat = $chat.get();
  const name = chat.status === 'idle' ? '' : chat.performer;
  if (vip.state === 'accepted') addNotice('vip.notice.accepted', { name, credits: $prices.get().vip });
  else if (vip.state === 'declined') addNotice(`vip.notice.${vip.reason ?? 'declined'}`, { name });
  if (vip.reason === 'no_credits') tellModal({ type: 'NoCreditsForVip' });
}

/** Returns a stop function. */
function follow($vip: WritableAtom<VipState>, receive: (vip: VipRequest) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Reads it again, because a push may have been missed. */
  const readAgain = async (): Promise<void> => {
    const chat = $chat.get();
    if ($vip.get().status !== 'pending' || chat.status !== 'watching') return;
    const answer = await request(readVip, { auth: chat.auth }).catch(() => null);
    // A push that came meanwhile is newer.
    if (answer?.vip && $vip.get().status === 'pending') receive(answer.vip);
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
      timer = setTimeout(() => void readAgain(), vip.until - steadyNow() + GRACE_MS);
    }),
    // The end of a chat also ends its request or its show.
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

/** The page's instance. */
export const pageVip = createVip();
