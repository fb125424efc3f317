import { atom, map, type ReadableAtom } from 'nanostores';
import type { DelaySeconds } from '#contract/chat/moderation-delay.ts';
import {
  appointModerator,
  dismissModerator,
  type Moderator,
  renewModerator,
} from '#contract/chat/moderator-calls.ts';
import {
  liftSanction,
  listSanctions,
  listViewers,
  removeMessage,
  type Sanction,
  sanctionViewer,
  setMessageDelay,
  setRoomWords,
  setSlowMode,
  type Target,
} from '#contract/chat/sanction-calls.ts';
import type { SanctionKind } from '#contract/chat/sanctions.ts';
import { newerTippers, noTopTippers, type TopTippers } from '#contract/chat/top-tippers.ts';
import { toyOff } from '#contract/chat/toys.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { isFree, opensStream } from '#contract/performers/looks.ts';
import type { OnlineStatus } from '#contract/performers/status.ts';
import { type Audience, readAudience } from '#contract/studio/live-calls.ts';
import { closeRoom, readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { setToy, stopToy } from '#contract/studio/toy-calls.ts';
import { acceptVip, declineVip, type StudioVip, stopVipShow } from '#contract/studio/vip-calls.ts';
import { call } from '../../api/call.ts';
import type { PageSocket } from '../../api/socket.ts';
import { createLines, type Lines } from './lines.ts';

/** ms between two questions to the media server. */
const AUDIENCE_EVERY_MS = 2000;
/** ms between two reads of a busy room. */
const READ_PAUSE_MS = 300;

type Room = OutputOf<typeof readRoom>;
export type RoomViewer = OutputOf<typeof listViewers>['viewers'][number];

/** A request that waits for an answer. */
export interface VipAsk extends StudioVip {
  /** ms since the epoch, by this page's clock. */
  readonly until: number;
}

export interface RoomView {
  readonly status: OnlineStatus;
  /** Members and guests in the chat. */
  readonly viewers: readonly RoomViewer[];
  /** Valid ones, newest first. */
  readonly sanctions: readonly Sanction[];
  /** The performer's balance in credits. */
  readonly credits: number;
  /** Oldest first. */
  readonly asks: readonly VipAsk[];
  readonly show: Room['vip']['show'];
  /** Viewers who wait for the end of the show. */
  readonly waiting: number;
  readonly rules: Room['rules'];
  readonly toy: Room['toy'];
  readonly goal: Room['goal'];
  readonly moderators: readonly Moderator[];
  readonly topTippers: TopTippers;
}

export interface StudioRoom extends Pick<Lines, '$lines' | '$unsent' | 'sayInRoom' | 'sayAgain'> {
  readonly $room: ReadableAtom<RoomView>;
  /** Null while the server cannot be asked: then nobody knows who sees the performer. */
  readonly $audience: ReadableAtom<Audience | null>;
  /** Why the last act was refused; null after one that was not. */
  readonly $refusal: ReadableAtom<ErrorLabel | null>;
  /** The last tip since the page was opened. */
  readonly $tip: ReadableAtom<{ readonly amount: number; readonly at: number } | null>;
  /** Each returns whether it was done; otherwise `$refusal` says why. */
  setStatus(status: OnlineStatus): Promise<boolean>;
  /** Ends every chat and sets the performer offline. */
  closeRoom(): Promise<boolean>;
  acceptVip(request: string): Promise<boolean>;
  declineVip(request: string): Promise<boolean>;
  stopVipShow(): Promise<boolean>;
  /** Mutes, kicks or blocks a viewer, for as long as the kind lasts by default. */
  sanctionViewer(target: Target, kind: SanctionKind): Promise<boolean>;
  liftSanction(sanction: number): Promise<boolean>;
  /** Makes a member a moderator for 30 days. */
  appointModerator(target: Target): Promise<boolean>;
  renewModerator(moderator: number): Promise<boolean>;
  dismissModerator(moderator: number): Promise<boolean>;
  /** Null turns slow mode off. */
  setSlowMode(seconds: number | null): Promise<boolean>;
  /** Null turns the moderation delay off. */
  setMessageDelay(seconds: DelaySeconds): Promise<boolean>;
  setRoomWords(words: string[]): Promise<boolean>;
  /** For everybody and for good. */
  removeMessage(message: string): Promise<boolean>;
  /** `ceiling`: highest intensity in percent. Off clears the queue and gives credits back. */
  setToy(active: boolean, ceiling: number): Promise<boolean>;
  /** The emergency stop of the toy. */
  stopToy(): Promise<boolean>;
  close(): void;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const nothing: RoomView = {
  status: 0,
  viewers: [],
  sanctions: [],
  credits: 0,
  asks: [],
  show: null,
  waiting: 0,
  rules: { slowSeconds: null, delaySeconds: null, words: [] },
  toy: toyOff,
  goal: null,
  moderators: [],
  topTippers: noTopTippers,
};

/** Runs an act, and reads the room again. */
type Act = (run: () => Promise<unknown>) => Promise<boolean>;

const actsIn = (act: Act) => ({
  setStatus: (onlineStatus: OnlineStatus) => act(() => call(setStatus, { onlineStatus })),
  closeRoom: () => act(() => call(closeRoom, {})),
  acceptVip: (request: string) => act(() => call(acceptVip, { request })),
  declineVip: (request: string) => act(() => call(declineVip, { request })),
  stopVipShow: () => act(() => call(stopVipShow, {})),
  sanctionViewer: (target: Target, kind: SanctionKind) => act(() => call(sanctionViewer, { target, kind })),
  liftSanction: (sanction: number) => act(() => call(liftSanction, { sanction })),
  appointModerator: (target: Target) => act(() => call(appointModerator, { target })),
  renewModerator: (moderator: number) => act(() => call(renewModerator, { moderator })),
  dismissModerator: (moderator: number) => act(() => call(dismissModerator, { moderator })),
  setSlowMode: (seconds: number | null) => act(() => call(setSlowMode, { seconds })),
  setMessageDelay: (seconds: DelaySeconds) => act(() => call(setMessageDelay, { seconds })),
  setRoomWords: (words: string[]) => act(() => call(setRoomWords, { words })),
  removeMessage: (message: string) => act(() => call(removeMessage, { message })),
  setToy: (active: boolean, ceiling: number) => act(() => call(setToy, { active, ceiling })),
  stopToy: () => act(() => call(stopToy, {})),
});

/** Follows the performer's own room by pushes, and asks every two seconds who sees her. */
export function openStudioRoom(socket: Pick<PageSocket, 'on' | 'onConnection'>): StudioRoom {
  const lines = createLines();
  const $room = map<RoomView>(nothing);
  const $audience = atom<Audience | null>(null);
  const $refusal = atom<ErrorLabel | null>(null);
  const $tip = atom<{ amount: number; at: number } | null>(null);
  let isOpen = true;
  /** Something changed since the last read began. */
  let isStale = false;

  const askOf = (ask: StudioVip): VipAsk => ({ ...ask, until: Date.now() + ask.leftMs });
  const readNow = async (): Promise<void> => {
    const after = lines.lastSeq();
    const [room, { viewers }, { sanctions }] = await Promise.all([
      call(readRoom, { after }),
      call(listViewers, {}),
      call(listSanctions, {}),
    ]);
    if (!isOpen) return;
    lines.forget(room.removed);
    lines.add(room.messages);
    // A page of messages may not close a long gap.
    if (lines.hasGap() && lines.lastSeq() > after) isStale = true;
    else lines.settle();
    const { requests, show, waiting } = room.vip;
    $room.set({
      status: room.onlineStatus,
      credits: room.credits,
      viewers,
      sanctions,
      asks: requests.map(askOf),
      show,
      waiting,
      rules: room.rules,
      toy: room.toy,
      goal: room.goal,
      moderators: room.moderators,
      topTippers: newerTippers($room.get().topTippers, room.topTippers),
    });
  };
  /** One at a time; a change during it leads to another. */
  let isReading = false;
  const read = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && isOpen) {
      isStale = false;
      const isRead = await readNow().then(
        () => true,
        () => false,
      );
      isStale ||= !isRead;
      if (isStale) await pause(isRead ? READ_PAUSE_MS : AUDIENCE_EVERY_MS);
    }
    isReading = false;
  };

  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    const audience = await call(readAudience, {}).catch(() => null);
    asking = false;
    if (!isOpen) return;
    const isBack = $audience.get() === null && audience !== null;
    $audience.set(audience);
    if (audience && (isBack || audience.onlineStatus !== $room.get().status)) void read();
  };

  const act: Act = async (run) => {
    $refusal.set(null);
    try {
      await run();
      return true;
    } catch (error) {
      $refusal.set(labelOf(error));
      return false;
    } finally {
      void read();
      void ask();
    }
  };

  const stops = [
    socket.on('chat-message', ({ message }) => {
      lines.add([message]);
      if (lines.hasGap()) void read();
    }),
    socket.on('chat-removed', ({ messages }) => lines.forget(messages)),
    socket.on('studio-rules', () => void read()),
    socket.on('chat-viewers', () => void read()),
    socket.on('studio-vip', (request) => {
      const others = $room.get().asks.filter((one) => one.request !== request.request);
      $room.setKey('asks', request.state === 'pending' ? [...others, askOf(request)] : others);
      void read();
      void ask();
    }),
    socket.on('studio-tip', ({ amount }) => {
      $tip.set({ amount, at: Date.now() });
      void read();
    }),
    socket.on('room-goal', ({ goal }) => $room.setKey('goal', goal)),
    socket.on('room-top-tippers', ({ seq, tippers }) =>
      $room.setKey('topTippers', newerTippers($room.get().topTippers, { seq, tippers })),
    ),
    socket.on('room-moderators', () => void read()),
    socket.on('studio-sanctions', () => void read()),
    socket.on('cybertoy', () => void read()),
    socket.on('ft-tip', () => void read()),
    socket.on('toy-level', () => void read()),
    socket.on('performer-status', () => void ask()),
    socket.on('chat-reception', () => void ask()),
    socket.onConnection((state) => {
      if (state === 'connected') void read();
    }),
  ];
  const timer = setInterval(() => void ask(), AUDIENCE_EVERY_MS);
  void read();
  void ask();

  return {
    ...lines,
    $room,
    $audience,
    $refusal,
    $tip,
    ...actsIn(act),
    close() {
      isOpen = false;
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

/** Who sees the performer: what the band says. */
export type Seen =
  /** Neither the page nor the performer can know. */
  | { readonly by: 'unknown' }
  | { readonly by: 'nobody'; readonly why: 'offline' | 'paused' | 'noMedia' }
  | { readonly by: 'everybody'; readonly free: boolean; readonly watching: number }
  | { readonly by: 'member'; readonly name: string; readonly watching: number }
  /** The media server still serves viewers although the performer is not public. */
  | { readonly by: 'some'; readonly watching: number };

export function seenBy(audience: Audience | null): Seen {
  if (!audience) return { by: 'unknown' };
  const { onlineStatus: status, receiving, watching, vip } = audience;
  if (!receiving) return { by: 'nobody', why: status === 0 ? 'offline' : 'noMedia' };
  if (vip !== null) return { by: 'member', name: vip, watching };
  if (opensStream(status)) return { by: 'everybody', free: isFree(status), watching };
  if (watching > 0) return { by: 'some', watching };
  return { by: 'nobody', why: status === 0 ? 'offline' : 'paused' };
}
