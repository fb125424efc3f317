import { destroyPlayer, type PlayerTrouble } from '@vonk/media/player';
import { type ChatPrices, minuteCredits } from '#contract/chat/prices.ts';
import type { Receipt } from '#contract/chat/receipt-calls.ts';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import * as calls from '#contract/chat/session-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { call, sendBeacon } from '../../api/call.ts';
import { type Dialogs, helpWith, tellModal } from '../../shell/open-dialogs.ts';
import type { Modal } from '../../shell/start/dialogs.ts';
import { $dialIn } from '../../wallet/store.ts';
import { startMeter, stopMeter } from '../meter.ts';
import { $offer, $stream } from '../offer.ts';
import { $agreedPrices, $offeredPrices } from '../prices.ts';
import { joinRefusal, logFailure, request, requestInRoom } from '../request.ts';
import { keepRests, leaveRest, takeUpRest } from '../rests.ts';
import { addNotice, clearNotices, openRoom } from '../room/messages.ts';
import { $voice, heardVoice } from '../room/voice.ts';
import {
  $chat,
  $departure,
  $interrupted,
  $receipt,
  $reception,
  $viewers,
  $watchedType,
  type Chat,
  type Watching,
} from '../store.ts';
import { bridge } from './interruption.ts';
import { goesOnByItself, isUnwanted, rejoinWhenBack } from './rejoin.ts';
import { runSession } from './run-session.ts';

/** The chat type a click on the page agrees to: the one it shows now. */
const agreed = (): ChatType => ($offer.get() === 'free' ? 'free' : 'chat');

export interface PageChat {
  /**
   * Requests a token, joins and plays. `type` and `prices`: what the viewer agreed to; the server refuses if a dearer
   * one is on, or a dearer price. Does nothing while a chat is open or being joined.
   */
  joinChat(performer: string, type?: ChatType, prices?: ChatPrices | null): Promise<void>;
  /** Keeps the rest of the running unit for a while; no further one is charged. */
  leaveChat(): void;
  /** Ends the open chat on this page and tells the server. */
  endChat(reason: EndReason): Promise<Receipt | null> | null;
  /** Ends the chat without a picture, or after an unexpected error, so that it is not charged. */
  failChat(label: ErrorLabel | PlayerTrouble): void;
  /** Leaves, and does not rejoin by itself. */
  close(): void;
}

/** Watches one performer at a time; its state is in `$chat`. */
export function createChat(): PageChat {
  let stopSession = (): void => {};
  let stopRejoining = (): void => {};
  let stopBridge = (): void => {};

  const joinChat = async (
    performer: string,
    type = agreed(),
    prices = $offeredPrices.get(),
  ): Promise<void> => {
    const { status } = $chat.get();
    if (status === 'joining' || status === 'watching') return;
    const joining: Chat = { status: 'joining', performer };
    $chat.set(joining);
    $receipt.set(null);
    try {
      const joined = await open(performer, type, prices).catch((error: unknown) => {
        // The response to a join was lost, and its token cannot be used twice.
        if (labelOf(error) !== 'badRequest.invalid.joinToken') throw error;
        return open(performer, type, prices);
      });
      if ($chat.get() === joining) begin(performer, joined);
      else void sendLeave(joined.auth);
    } catch (error) {
      if ($chat.get() === joining) refuse(performer, labelOf(error));
    }
  };
  const begin = (performer: string, joined: Joined): void => {
    stopRejoining();
    show(performer, joined);
    stopSession = runSession({
      session: joined.meter.session,
      performer,
      isToyOn: joined.active,
      goal: joined.goal,
      secondsLeft: joined.secondsLeft,
      onEnd: (reason) => void endChat(reason),
      onEnded: onEndedByServer,
      onFailure: failChat,
      onPageGone,
    });
  };
  const leaveChat = (): void => {
    const chat = $chat.get();
    if (chat.status === 'joining') $chat.set({ status: 'ended', performer: chat.performer, reason: 'left' });
    else if (chat.status === 'ended' && $interrupted.get()) {
      $chat.set({ ...chat, reason: 'left' });
      depart('left', Promise.resolve($receipt.get()));
    } else depart('left', endChat('left'));
  };
  const endChat = (reason: EndReason): Promise<Receipt | null> | null => {
    const auth = stop((performer) => ({ status: 'ended', performer, reason }), reason);
    if (auth === null) return null;
    // The server settles a lost connection in the viewer's favour.
    const receipt = isUnwanted(reason) ? Promise.resolve(null) : sendLeave(auth);
    goOn(reason, receipt);
    return receipt;
  };
  const failChat = (label: ErrorLabel | PlayerTrouble): void => {
    const auth = stop((performer) => ({ status: 'failed', performer, label }), 'failed');
    if (auth === null) return;
    void sendLeave(auth, 'failed');
    void call(calls.reportChatError, { error: label }).catch(() => {});
  };
  const onEndedByServer = (reason: EndReason, receipt: Receipt | null, isBack: boolean): void => {
    if (stop((performer) => ({ status: 'ended', performer, reason }), reason) === null) return;
    takeReceipt(receipt);
    goOn(reason, Promise.resolve(receipt), isBack);
  };
  /** By beacon: the page is unloading. */
  const onPageGone = (): void => {
    const auth = stop((performer) => ({ status: 'ended', performer, reason: 'left' }), 'left');
    if (auth !== null) sendBeacon(calls.leaveChatBeacon, { auth });
  };
  /** Reacts to an end, detected here or by the server: rejoins, opens the profile, or opens a dialog. */
  const goOn = (reason: EndReason, receipt: Promise<Receipt | null> | null, isBack = false): void => {
    const chat = $chat.get();
    const type = $watchedType.get();
    if (chat.status === 'ended' && type !== null && goesOnByItself(reason, type))
      stopRejoining = rejoinWhenBack(type, () => joinChat(chat.performer, type, $agreedPrices.get()), isBack);
    else if (redirects.has(reason)) depart(reason, receipt);
    else prompt(reason);
  };
  /** Stops the open chat, if any, and returns its auth token. */
  const stop = (next: (performer: string) => Chat, reason: EndReason): string | null => {
    const chat = $chat.get();
    if (chat.status !== 'watching') return null;
    stopSession();
    stopSession = () => {};
    stopMeter(steadyNow());
    leaveRest(chat.type, reason);
    const isBridged = goesOnByItself(reason, chat.type);
    destroyPlayer({ keepsPicture: isBridged });
    // Before the end is published, so that no card is shown for a moment.
    stopBridge();
    if (isBridged) stopBridge = bridge(chat, reason);
    $chat.set(next(chat.performer));
    return chat.auth;
  };
  return {
    joinChat,
    leaveChat,
    endChat,
    failChat,
    close() {
      stopRejoining();
      leaveChat();
    },
  };
}

/** The page's instance: joined before the islands are loaded. */
export const pageChat = createChat();

type Joined = OutputOf<typeof calls.joinChat>;

async function open(performer: string, type: ChatType, prices: ChatPrices | null): Promise<Joined> {
  const price = prices && { price: minuteCredits(prices, type) };
  // Over HTTP, because the response can set the guest cookie.
  const { token } = await call(calls.getChatJoinToken, { performer, type, ...price });
  return requestInRoom(calls.joinChat, { 'x-chat': token });
}

function takeReceipt(receipt: Receipt | null): void {
  $receipt.set(receipt);
  // The rest runs on in the other tab.
  if (receipt?.rests && receipt.reason !== 'duplicate_session') keepRests(receipt.rests);
}

/** Opens the profile; not for a chat that had already ended. */
function depart(reason: EndReason, receipt: Promise<Receipt | null> | null): void {
  const chat = $chat.get();
  if (receipt && chat.status === 'ended') $departure.set({ reason, performer: chat.performer, receipt });
}

function show(performer: string, joined: Joined): void {
  const { auth, meter, type, room, sender, config, secondsLeft } = joined;
  $agreedPrices.set(joined.prices ?? null);
  startMeter(meter);
  $voice.set(heardVoice(joined.voice));
  openRoom(joined.messages);
  clearNotices();
  if (joined.moderatorOver) addNotice('chat.moderation.over');
  $viewers.set(joined.viewers);
  $reception.set(joined.reception);
  $watchedType.set(type);
  takeUpRest(type);
  $chat.set({
    status: 'watching',
    performer,
    session: meter.session,
    auth,
    type,
    as: viewerOf(secondsLeft),
    sender,
    room,
    config,
    contact: 'up',
  });
}

/** Guests have a limit, unless their phone call pays. */
function viewerOf(secondsLeft: number | null): Watching['as'] {
  if (secondsLeft !== null) return 'guest';
  return $dialIn.get().active ? 'phone' : 'member';
}

/** Ends by the server that leave nothing to wait for on this page (live spec 4). */
const redirects: ReadonlySet<EndReason> = new Set(['chat-closed', 'ping-unauthorized']);

/** Sent once; without keep-alives the session ends anyway. */
function sendLeave(auth: string, reason: 'left' | 'failed' = 'left'): Promise<Receipt | null> {
  return request(calls.leaveChat, { auth, reason }).then(
    ({ receipt }) => {
      if ($chat.get().status !== 'watching') takeReceipt(receipt);
      return receipt;
    },
    (error) => logFailure('leave', error),
  );
}

const prompts: Partial<Record<EndReason, Modal>> = {
  guest_expired: { type: 'Register' },
  no_credits: { type: 'NoCredits', variant: 'stream' },
};

/** Refusals that stop spending are shown in place of the picture. */
const joinDialogs: Dialogs = {
  'badRequest.deduct.credits.amount': { type: 'NoCredits', variant: 'joining' },
  'badRequest.limit.reached': null,
  'badRequest.limit.coolOff': null,
};

/** Opens the dialog that helps to continue, if there is one. */
function prompt(reason: EndReason): void {
  const isVip = reason === 'no_credits' && $watchedType.get() === 'vip';
  const modal: Modal | undefined = isVip ? { type: 'NoCreditsForVip' } : prompts[reason];
  if (modal) tellModal(modal);
}

function refuse(performer: string, label: ErrorLabel): void {
  const { ends } = joinRefusal(label);
  if (label === 'badRequest.chat.switched') {
    // Newer than the last push; the viewer had agreed to free chat.
    $stream.setKey('onlineStatus', onlineStatus.online);
    $watchedType.set('free');
  }
  $chat.set(ends ? { status: 'ended', performer, reason: ends } : { status: 'failed', performer, label });
  helpWith(label, joinDialogs);
}
