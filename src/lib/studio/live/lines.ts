import type { SentMedia } from '@vonk/media/publisher';
import { atom, type ReadableAtom } from 'nanostores';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { chatTextSchema } from '#contract/fields.ts';
import { sayInRoom } from '#contract/studio/studio-calls.ts';
import { call } from '../../api/call.ts';
import { type RoomLine, withMessage } from '../../chat/room-lines.ts';

/** Older ones are dropped. */
const NUMBERS_KEPT = 400;

/** An own message that the room has not confirmed yet. */
export interface UnsentLine {
  readonly clientId: string;
  readonly text: string;
  /** Why it failed; null while it is being sent. */
  readonly failed: ErrorLabel | null;
}

/** The messages of the performer's own room. */
export interface Lines {
  /** Ordered by sequence number, and by time of arrival if they wait. */
  readonly $lines: ReadableAtom<readonly RoomLine[]>;
  /** In sending order. */
  readonly $unsent: ReadableAtom<readonly UnsentLine[]>;
  /** Sequence number of the last message before the first gap. */
  lastSeq(): number;
  /** Whether messages are missing between known ones. */
  hasGap(): boolean;
  /** The server has no more messages: gaps so far are not looked for again. */
  settle(): void;
  /** Known ones change nothing unless they are shown now. */
  add(messages: readonly ChatMessage[]): void;
  /** Removes messages, also those that are added later. */
  forget(ids: readonly string[]): void;
  /** Shows it at once; an empty or too long text is not sent. */
  sayInRoom(text: string): Promise<void>;
  /** Sends a failed message again; it is stored once even if the first attempt arrived. */
  sayAgain(clientId: string): Promise<void>;
}

export function createLines(): Lines {
  const $lines = atom<readonly RoomLine[]>([]);
  const $unsent = atom<readonly UnsentLine[]>([]);
  const removed = new Set<string>();
  let settledAt = 0;
  /** Sequence numbers received, in order. */
  let numbers: readonly number[] = [];
  /** Place of the first number that does not follow the one before it; -1 if all do. */
  const gapAt = () =>
    numbers.findIndex((seq, at) => at > 0 && seq > settledAt && seq !== (numbers[at - 1] ?? 0) + 1);
  const lastSeq = () => {
    const gap = gapAt();
    return numbers.at(gap === -1 ? -1 : gap - 1) ?? 0;
  };

  const addOne = (message: ChatMessage): void => {
    if (removed.has(message.id)) return;
    const lines = withMessage($lines.get(), message, numbers.at(-1) ?? 0);
    if (lines === $lines.get()) return;
    if (message.seq > 0 && !numbers.includes(message.seq))
      numbers = [...numbers, message.seq].sort((a, b) => a - b).slice(-NUMBERS_KEPT);
    $lines.set(lines);
    if (message.messageType === 'host')
      $unsent.set($unsent.get().filter(({ clientId }) => clientId !== message.clientId));
  };
  const add = (messages: readonly ChatMessage[]): void => messages.forEach(addOne);
  const mark = (line: UnsentLine): void =>
    $unsent.set([...$unsent.get().filter(({ clientId }) => clientId !== line.clientId), line]);
  const deliver = async ({ clientId, text }: UnsentLine): Promise<void> => {
    mark({ clientId, text, failed: null });
    try {
      const { message } = await call(sayInRoom, { message: text, clientId });
      add([message]);
    } catch (error) {
      mark({ clientId, text, failed: labelOf(error) });
    }
  };
  return {
    $lines,
    $unsent,
    lastSeq,
    hasGap: () => gapAt() > 0,
    settle: () => {
      settledAt = numbers.at(-1) ?? 0;
    },
    add,
    forget(ids) {
      for (const id of ids) removed.add(id);
      $lines.set($lines.get().filter(({ id }) => !removed.has(id)));
    },
    async sayInRoom(text) {
      const parsed = chatTextSchema.safeParse(text);
      if (parsed.success) await deliver({ clientId: crypto.randomUUID(), text: parsed.data, failed: null });
    },
    async sayAgain(clientId) {
      const line = $unsent.get().find((one) => one.clientId === clientId);
      if (line?.failed) await deliver(line);
    },
  };
}

/** Verdict on the line to the media server. */
export type Line = 'good' | 'weak' | 'poor';

/** Share of packets lost, and ms of a round trip, above which the line is weak or poor. */
const weak = { lost: 0.02, roundTripMs: 250 };
const poor = { lost: 0.08, roundTripMs: 600 };
/** Pictures a second below which the line cannot follow, if it is what limits them: a slow computer is told apart. */
const SLOW = 10;

/** Null before the server's first report. */
export function lineOf({ lost, roundTripMs, layers, limitedBy }: SentMedia): Line | null {
  if (lost === null) return null;
  const isOver = (limit: typeof weak) => lost > limit.lost || (roundTripMs ?? 0) > limit.roundTripMs;
  const isSlow = limitedBy === 'bandwidth' && layers.some(({ framesPerSecond }) => framesPerSecond < SLOW);
  if (isOver(poor)) return 'poor';
  return isOver(weak) || isSlow ? 'weak' : 'good';
}
