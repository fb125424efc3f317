import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { codeOf } from '#server/db/code-of.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { isUnavailable } from '#server/db/is-unavailable.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../session/tables.ts';
import { type WrittenMessage, writeMessage } from './message.ts';
import { roomRules } from './room-settings.ts';
import { sanctionedOf } from './sanctions/reads.ts';
import { type Outcome, type SpokenMessage, storeBatch } from './store-batch.ts';
import { readVoice, requireTurn, requireVoice } from './voice.ts';

/** ms that the first message of a batch waits for others. */
const GATHER_MS = 12;
/** Messages of one statement at most. */
const BATCH = 100;

type StoreDeps = Pick<Deps, 'db' | 'events'>;

interface Waiting {
  message: SpokenMessage;
  resolve(written: WrittenMessage): void;
  reject(error: unknown): void;
}

interface Room {
  waiting: Waiting[];
  /** Resolves when nothing waits any more. */
  work: Promise<void>;
}

/** Rooms with messages under way, of each database this process has open. */
const rooms = new WeakMap<Db, Map<number, Room>>();

/**
 * Stores what somebody says in a room, together with what others say there in the same few milliseconds; resolves once
 * it is committed, in the order of the room's numbers. A client id that this author sent before returns the message of
 * then. Throws `badRequest.session.ended` when the session doesn't run (any more), `badRequest.chat.muted` or
 * `.slow` by the rules of the room, and `badRequest.idempotency.conflict` when the client id stands for another message.
 */
export function storeMessage(deps: StoreDeps, message: SpokenMessage): Promise<WrittenMessage> {
  const open = rooms.get(deps.db) ?? new Map<number, Room>();
  rooms.set(deps.db, open);
  return new Promise((resolve, reject) => {
    const waiting = { message, resolve, reject };
    const room = open.get(message.performerId);
    if (room) room.waiting.push(waiting);
    else openRoom(deps, open, waiting);
  });
}

/** Resolves when what waits to be stored has been: to be called before the database is closed. */
export async function messagesStored(db: Db): Promise<void> {
  await Promise.all([...(rooms.get(db)?.values() ?? [])].map(({ work }) => work));
}

function openRoom(deps: StoreDeps, open: Map<number, Room>, first: Waiting): void {
  const { performerId } = first.message;
  const waiting = [first];
  /** One batch after the other, so that the room's messages keep their order. Never throws. */
  const storeAll = async (): Promise<void> => {
    await sleep(GATHER_MS);
    while (waiting.length > 0) await storeNext(deps, performerId, takeBatch(waiting));
    open.delete(performerId);
  };
  open.set(performerId, { waiting, work: storeAll() });
}

/** From the front, without a client id that is in it already: the second is then found as an earlier message. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  const seen = new Set<string>();
  let size = 0;
  for (const { message } of waiting) {
    const key = `${message.author} ${message.clientId}`;
    if (size === BATCH || (message.clientId !== null && seen.has(key))) break;
    seen.add(key);
    size += 1;
  }
  return waiting.splice(0, size);
}

async function storeNext(
  { db, events }: StoreDeps,
  performerId: number,
  batch: readonly Waiting[],
): Promise<void> {
  const messages = batch.map(({ message }) => message);
  try {
    const outcomes = await storeBatch(db, performerId, messages);
    for (const [place, waiting] of batch.entries()) await settle(db, waiting, outcomes[place]);
  } catch (error) {
    // What one message can't have, the others must not miss; a database that is away has none of them.
    const isAway = isUnavailable(error);
    if (!isAway && !isDuplicate(error))
      events.record('chat.batch-failed', {
        performer: performerId,
        messages: batch.length,
        code: codeOf(error),
      });
    for (const waiting of batch) await (isAway ? waiting.reject(error) : storeAlone(db, waiting));
  }
}

async function settle(db: Db, waiting: Waiting, outcome: Outcome | undefined): Promise<void> {
  const { message } = waiting;
  if (!outcome || outcome.kind === 'known') await storeAlone(db, waiting);
  else if (outcome.kind === 'stored') waiting.resolve({ message: asStored(message, outcome), created: true });
  else waiting.reject(new AppError(refusal[outcome.kind]));
}

const refusal = {
  ended: 'badRequest.session.ended',
  muted: 'badRequest.chat.muted',
  slow: 'badRequest.chat.slow',
} as const satisfies Record<string, ErrorLabel>;

const asStored = (
  { clientId, messageType, message, amount, at }: SpokenMessage,
  { id, seq, sender }: Outcome & { kind: 'stored' },
): WrittenMessage['message'] => ({
  id,
  seq,
  clientId,
  messageType,
  sender,
  message,
  amount: amount ?? null,
  tipType: null,
  sentAt: at.toISOString(),
});

/** In a transaction of its own: a message sent before, or one that the batch can't have. */
async function storeAlone(db: Db, { message, resolve, reject }: Waiting): Promise<void> {
  try {
    resolve(await db.transaction((tx) => storeInto(tx, message)));
  } catch (error) {
    reject(error);
  }
}

/** By the same rules as a batch. What was said before stays said: it is answered again. */
async function storeInto(tx: Tx, { session, ...plain }: SpokenMessage): Promise<WrittenMessage> {
  const [open] = await tx.select().from(chatSessions).where(eq(chatSessions.id, session));
  if (!open || open.state === 'ended' || open.performerId !== plain.performerId)
    throw new AppError('badRequest.session.ended');
  const written = await writeMessage(tx, { ...plain, sender: open.sender });
  if (!written.created) return written;
  const deps = { db: tx, now: () => plain.at };
  const rules = await roomRules(deps, plain.performerId);
  requireVoice(await readVoice(deps, { performerId: plain.performerId, ...rules }, sanctionedOf(open)));
  await requireTurn(tx, { ...plain, message: written.message }, rules.slowSeconds);
  return written;
}
