import { atom, type ReadableAtom } from 'nanostores';
import { type ChatMessage, chatTextSchema } from '#contract/chat/messages.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { sayInRoom } from '#contract/studio/studio-calls.ts';
import { call } from '../../api/call.ts';

/** Older ones are dropped. */
const LINES_KEPT = 400;

/** An own message that the room has not confirmed yet. */
export interface UnsentLine {
  readonly clientId: string;
  readonly text: string;
  /** Why it failed; null while it is being sent. */
  readonly failed: ErrorLabel | null;
}

/** The messages of the performer's own room. */
export interface Lines {
  /** Ordered by sequence number. */
  readonly $lines: ReadableAtom<readonly ChatMessage[]>;
  /** In sending order. */
  readonly $unsent: ReadableAtom<readonly UnsentLine[]>;
  /** Sequence number of the last message before the first gap. */
  lastSeq(): number;
  /** Whether messages are missing between known ones. */
  hasGap(): boolean;
  /** The server has no more messages: gaps so far are not looked for again. */
  settle(): void;
  /** Known ones change nothing. */
  add(messages: readonly ChatMessage[]): void;
  /** Shows it at once; an empty or too long text is not sent. */
  sayInRoom(text: string): Promise<void>;
  /** Sends a failed message again; it is stored once even if the first attempt arrived. */
  sayAgain(clientId: string): Promise<void>;
}

export function createLines(): Lines {
  const $lines = atom<readonly ChatMessage[]>([]);
  const $unsent = atom<readonly UnsentLine[]>([]);
  let settledAt = 0;
  /** Place of the first message that does not follow the one before it; -1 if all do. */
  const gapAt = () => {
    const lines = $lines.get();
    return lines.findIndex(
      ({ seq }, at) => at > 0 && seq > settledAt && seq !== (lines[at - 1]?.seq ?? 0) + 1,
    );
  };
  const lastSeq = () => {
    const gap = gapAt();
    return $lines.get().at(gap === -1 ? -1 : gap - 1)?.seq ?? 0;
  };

  const add = (messages: readonly ChatMessage[]): void => {
    const known = new Set($lines.get().map(({ id }) => id));
    const added = messages.filter(({ id }) => !known.has(id));
    if (added.length === 0) return;
    $lines.set([...$lines.get(), ...added].sort((a, b) => a.seq - b.seq).slice(-LINES_KEPT));
    const own = new Set(added.filter(({ messageType }) => messageType === 'host').map((one) => one.clientId));
    $unsent.set($unsent.get().filter(({ clientId }) => !own.has(clientId)));
  };
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
      settledAt = $lines.get().at(-1)?.seq ?? 0;
    },
    add,
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
