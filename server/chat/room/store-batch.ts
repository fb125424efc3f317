import { sql } from 'drizzle-orm';
import { z } from 'zod';
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
  tx: Pick<Tx, 'execute'>,
  room: number,
  messages: readonly SpokenMessage[],
): Promise<Outcome[]> {
  const list = (pick: (message: SpokenMessage) => string | number | null) => sql.param(messages.map(pick));
  const answer = await tx.execute(sql`select verdict, sender, id, seq from store_chat_messages(
    ${room}::int, ${list(({ session }) => session)}::text[], ${list(({ author }) => author)}::text[],
    ${list(({ clientId }) => clientId)}::text[], ${list(({ messageType }) => messageType)}::text[],
    ${list(({ message }) => message)}::text[], ${list(({ amount }) => amount ?? null)}::int[],
    ${list(({ at }) => at.toISOString())}::timestamptz[]) order by place`);
  const rows = outcomeRows.parse((answer as unknown as { rows: unknown }).rows);
  return rows.map(({ verdict, ...stored }) => ({ kind: verdict, ...stored }) as Outcome);
}
