import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/ports/database.ts';
import type { NewMessage } from './message.ts';

/** What somebody in the room says: stored only while that chat session runs, under the name it has then. */
export interface SpokenMessage extends Omit<NewMessage, 'sender'> {
  session: string;
}

const refusals = ['ended', 'known', 'muted', 'slow'] as const;

/**
 * What became of one message of a batch. Unless it was stored: its session has ended or is not in this room, its author
 * has used the client id before, may not speak, or has spoken too short a while ago.
 */
export type Outcome =
  | { kind: 'stored'; id: string; seq: number; sender: string }
  | { kind: (typeof refusals)[number] };

const outcomeRows = z.array(
  z.union([
    z.object({ verdict: z.literal('stored'), sender: z.string(), id: z.string(), seq: z.number() }),
    z.object({ verdict: z.enum(refusals) }),
  ]),
);

/**
 * Stores messages of one room in one statement: all or, when it throws, none. They get the room's next numbers in the
 * order given; the answer is in that order too. No two may have the same author and client id. Throws when another
 * transaction uses one of the client ids meanwhile.
 */
export async function storeBatch(
  tx: Pick<Tx, 'select'>,
  room: number,
  messages: readonly SpokenMessage[],
): Promise<Outcome[]> {
  const list = (pick: (message: SpokenMessage) => string | number | null) => messages.map(pick);
  const answer = await insertMessages(tx).execute({
    room,
    sessions: list(({ session }) => session),
    authors: list(({ author }) => author),
    clientIds: list(({ clientId }) => clientId),
    types: list(({ messageType }) => messageType),
    texts: list(({ message }) => message),
    amounts: list(({ amount }) => amount ?? null),
    times: list(({ at }) => at.toISOString()),
  });
  const rows = outcomeRows.parse(answer);
  return rows.map(({ verdict, ...stored }) => ({ kind: verdict, ...stored }) as Outcome);
}

const given = (name: string) => sql.placeholder(name);

const insertMessages = (tx: Pick<Tx, 'select'>) =>
  prepared(tx, 'store-chat-messages', () =>
    tx
      .select({ verdict: sql`verdict`, sender: sql`sender`, id: sql`id`, seq: sql`seq` })
      .from(sql`store_chat_messages(${given('room')}::int, ${given('sessions')}::text[], ${given('authors')}::text[],
        ${given('clientIds')}::text[], ${given('types')}::text[], ${given('texts')}::text[], ${given('amounts')}::int[],
        ${given('times')}::timestamptz[])`)
      .orderBy(sql`place`),
  );
