import { createClock } from '@vonk/media/publisher';
import { atom, type MapStore, map, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Moderator } from '#contract/chat/room/moderator-calls.ts';
import { listSanctions, listViewers, type Sanction } from '#contract/chat/room/sanction-calls.ts';
import { newerTippers, noTopTippers, type TopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import { toyOff } from '#contract/chat/toy-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import type { OnlineStatus } from '#contract/performers/status.ts';
import type { ServerPushes } from '#contract/socket.ts';
import { type Audience, readAudience } from '#contract/studio/live-calls.ts';
import { closeRoom, readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { setToy, stopToy } from '#contract/studio/toy-calls.ts';
import { acceptVip, declineVip, type StudioVip, stopVipShow } from '#contract/studio/vip-calls.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { call } from '../../api/call.ts';
import type { PageSocket } from '../../api/socket/socket.ts';
import { type Ended, whyEnded } from './audience.ts';
import { type Earned, followEarned } from './earned.ts';
import { createLines, type Lines } from './lines.ts';
import { type Act, type Moderation, moderationIn } from './moderation.ts';
import { createReader } from './reader.ts';

/** ms between two questions to the media server. */
const AUDIENCE_EVERY_MS = 2000;
/** ms until a silent server counts as away: an old answer must not stand as a new one. */
const ANSWER_WITHIN_MS = 5000;

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
  /** By the operator. */
  readonly isShut: boolean;
  /** Why and until when; null if it is not shut, or was shut without a ground. */
  readonly cut: Room['cut'];
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

export interface StudioRoom
  extends Pick<Lines, '$lines' | '$unsent' | 'sayInRoom' | 'sayAgain'>,
    Moderation,
    Earned {
  readonly $room: ReadableAtom<RoomView>;
  /** Undefined before the first answer; null while the server cannot be asked: then nobody knows who sees the performer. */
  readonly $audience: ReadableAtom<Audience | null | undefined>;
  /** Why the last act was refused; null after one that was not. */
  readonly $refusal: ReadableAtom<ErrorLabel | null>;
  /** What the server, or a member, has ended since the performer's last act. */
  readonly $ended: ReadableAtom<Ended | null>;
  /** The last tip since the page was opened. */
  readonly $tip: ReadableAtom<{ readonly amount: number; readonly at: number } | null>;
  /** Each returns whether it was done; otherwise `$refusal` says why. */
  setStatus(status: OnlineStatus): Promise<boolean>;
  /** Ends every chat and sets the performer offline. */
  closeRoom(): Promise<boolean>;
  acceptVip(request: string): Promise<boolean>;
  declineVip(request: string): Promise<boolean>;
  stopVipShow(): Promise<boolean>;
  /** `ceiling`: highest intensity in percent. Off clears the queue and gives credits back. */
  setToy(active: boolean, ceiling: number): Promise<boolean>;
  /** The emergency stop of the toy. */
  stopToy(): Promise<boolean>;
  /** Asks who sees the performer now; it is asked every two seconds anyway. */
  askAudience(): Promise<void>;
  close(): void;
}

const nothing: RoomView = {
  status: 0,
  viewers: [],
  sanctions: [],
  isShut: false,
  cut: null,
  asks: [],
  show: null,
  waiting: 0,
  rules: { slowSeconds: null, delaySeconds: null, words: [] },
  toy: toyOff,
  goal: null,
  moderators: [],
  topTippers: noTopTippers,
};

const actsIn = (act: Act) => ({
  setStatus: (onlineStatus: OnlineStatus) => act(() => call(setStatus, { onlineStatus })),
  closeRoom: () => act(() => call(closeRoom, {})),
  acceptVip: (request: string) => act(() => call(acceptVip, { request })),
  declineVip: (request: string) => act(() => call(declineVip, { request })),
  stopVipShow: () => act(() => call(stopVipShow, {})),
  setToy: (active: boolean, ceiling: number) => act(() => call(setToy, { active, ceiling })),
  stopToy: () => act(() => call(stopToy, {})),
  ...moderationIn(act),
});

/** Pushes after which the room is read again. */
const readAfter = [
  'studio-rules',
  'chat-viewers',
  'room-moderators',
  'studio-sanctions',
  'cybertoy',
  'ft-tip',
  'toy-level',
] as const;

const askOf = (ask: StudioVip): VipAsk => ({ ...ask, until: steadyNow() + ask.leftMs });

/** What an answer says of the room; top tippers that are known may be newer. */
function viewOf(room: Room, known: RoomView): Omit<RoomView, 'viewers' | 'sanctions'> {
  const { isShut, cut, rules, toy, goal, moderators } = room;
  const { requests, show, waiting } = room.vip;
  return {
    status: room.onlineStatus,
    isShut,
    cut,
    asks: requests.map(askOf),
    show,
    waiting,
    rules,
    toy,
    goal,
    moderators,
    topTippers: newerTippers(known.topTippers, room.topTippers),
  };
}

/** Returns a function that asks who sees the performer, one request at a time; null if there was no answer. */
function createAsking(onAnswer: (audience: Audience | null) => void): () => Promise<void> {
  let asking = false;
  return async () => {
    if (asking) return;
    asking = true;
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const audience = await call(readAudience, {}, { signal }).catch(() => null);
    asking = false;
    onAnswer(audience);
  };
}

interface ActNotes {
  readonly $refusal: WritableAtom<ErrorLabel | null>;
  readonly $ended: WritableAtom<Ended | null>;
}

/** Returns a function that runs an act of the performer and notes a refusal; it calls `onDone` in any case. */
function createAct({ $refusal, $ended }: ActNotes, onDone: () => void): Act {
  return async (run) => {
    $refusal.set(null);
    $ended.set(null);
    try {
      await run();
      return true;
    } catch (error) {
      $refusal.set(labelOf(error));
      return false;
    } finally {
      onDone();
    }
  };
}

/** Follows the performer's own room by pushes, and asks every two seconds who sees her. */
export function openStudioRoom(socket: Pick<PageSocket, 'on' | 'onConnection'>): StudioRoom {
  const lines = createLines();
  const $room = map<RoomView>(nothing);
  const $audience = atom<Audience | null | undefined>(undefined);
  const $refusal = atom<ErrorLabel | null>(null);
  const $ended = atom<Ended | null>(null);
  const $tip = atom<{ amount: number; at: number } | null>(null);
  let isOpen = true;
  /** The connection was lost since the last read, and with it what the server pushed. */
  let wasCut = false;

  /** Pushes since the read began: its answer may be older. */
  const heard: Pays[] = [];
  /** Whether there is more to read at once. */
  const readNow = async (): Promise<boolean> => {
    heard.length = 0;
    const after = lines.lastSeq();
    const [room, { viewers }, { sanctions }] = await Promise.all([
      call(readRoom, { after }),
      call(listViewers, {}),
      call(listSanctions, {}),
    ]);
    if (!isOpen) return false;
    lines.forget(room.removed);
    lines.add(room.messages);
    // A page of messages may not close a long gap.
    const hasMore = lines.hasGap() && lines.lastSeq() > after;
    if (!hasMore) lines.settle();
    const hasGoneOffline = room.onlineStatus === 0 && $room.get().status !== 0;
    if (wasCut && hasGoneOffline && !room.isShut) $ended.set({ what: 'broadcast', why: 'lost' });
    wasCut = false;
    earned.take(room.earned);
    $room.set(heard.reduce(withPays, { ...viewOf(room, $room.get()), viewers, sanctions }));
    return hasMore;
  };
  const read = createReader(readNow, () => isOpen);

  const ask = createAsking((audience) => {
    if (!isOpen) return;
    const isBack = !$audience.get() && audience !== null;
    $audience.set(audience);
    if (audience && (isBack || audience.onlineStatus !== $room.get().status)) void read();
  });

  const act = createAct({ $refusal, $ended }, () => {
    void read();
    void ask();
  });

  const earned = followEarned(socket, () => void read());
  const stops = [
    ...earned.stops,
    socket.on('studio-pays', (pays) => {
      heard.push(pays);
      $room.set(withPays($room.get(), pays));
    }),
    ...followRoom(socket, { lines, $room, $ended, $tip, read, ask }),
    socket.onConnection((state) => {
      if (state === 'disconnected') wasCut = true;
      else {
        void read();
        void ask();
      }
    }),
  ];
  // Of a worker: a hidden page must still notice that nobody sees her.
  const clock = createClock();
  const askLater = (): void =>
    void clock.after(AUDIENCE_EVERY_MS, () => {
      void ask();
      askLater();
    });
  askLater();
  void read();
  void ask();

  return {
    ...lines,
    $room,
    $audience,
    $refusal,
    $ended,
    $tip,
    $earned: earned.$earned,
    $moves: earned.$moves,
    ...actsIn(act),
    askAudience: ask,
    close() {
      isOpen = false;
      clock.close();
      for (const stop of stops) stop();
    },
  };
}

type Pays = ServerPushes['studio-pays'];

/** The room with what viewers can pay now. */
function withPays(room: RoomView, { viewers, requests }: Pays): RoomView {
  const steps = new Map(viewers.map(({ session, paysFrom }) => [session, paysFrom]));
  const requestSteps = new Map(requests.map(({ request, paysFrom }) => [request, paysFrom]));
  return {
    ...room,
    viewers: room.viewers.map((one) => ({ ...one, paysFrom: steps.get(one.session) ?? one.paysFrom })),
    asks: room.asks.map((ask) => ({ ...ask, paysFrom: requestSteps.get(ask.request) ?? ask.paysFrom })),
  };
}

interface Followed {
  readonly lines: ReturnType<typeof createLines>;
  readonly $room: MapStore<RoomView>;
  readonly $ended: WritableAtom<Ended | null>;
  readonly $tip: WritableAtom<{ amount: number; at: number } | null>;
  read(): Promise<void>;
  ask(): Promise<void>;
}

/** Takes over what pushes say at once, and reads the rest. Returns stop functions. */
function followRoom(
  socket: Pick<PageSocket, 'on'>,
  { lines, $room, $ended, $tip, read, ask }: Followed,
): (() => void)[] {
  return [
    socket.on('chat-message', ({ message }) => {
      lines.add([message]);
      if (lines.hasGap()) void read();
    }),
    socket.on('chat-tip-returned', ({ message }) => lines.add([message])),
    socket.on('chat-removed', ({ messages }) => lines.forget(messages)),
    socket.on('studio-vip', (request) => {
      const others = $room.get().asks.filter((one) => one.request !== request.request);
      $room.setKey('asks', request.state === 'pending' ? [...others, askOf(request)] : others);
      const ended = whyEnded(request);
      if (ended) $ended.set(ended);
      void read();
      void ask();
    }),
    socket.on('studio-ended', (ended) => {
      $ended.set(ended);
      void read();
    }),
    socket.on('studio-tip', ({ amount }) => {
      $tip.set({ amount, at: steadyNow() });
      void read();
    }),
    socket.on('studio-earned', () => {
      // The show's sum has changed with it.
      if ($room.get().show) void read();
    }),
    socket.on('room-goal', ({ goal }) => $room.setKey('goal', goal)),
    socket.on('room-top-tippers', ({ seq, tippers }) =>
      $room.setKey('topTippers', newerTippers($room.get().topTippers, { seq, tippers })),
    ),
    ...readAfter.map((name) => socket.on(name, () => void read())),
    socket.on('performer-status', () => void ask()),
    socket.on('chat-reception', () => void ask()),
  ];
}
