import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#server/ports/database.ts';
import type { NewMessage } from './message.ts';
import { chatMessages, chatRooms } from './tables.ts';

/** What somebody in the room says: stored only while that chat session runs, under the name it has then. */
export interface SpokenMessage extends Omit<NewMessage, 'sender'> {
  session: string;
}

/** What became of one message of a batch. */
export type Outcome =
  | { kind: 'stored'; id: string; seq: number; sender: string }
  /** Its session has ended or is not in this room: nothing was stored. */
  | { kind: 'ended' }
  /** Its author has used the client id before: nothing was stored. */
  | { kind: 'known' };

const outcomeRows = z.array(
  z.object({
    session: z.string().nullable(),
    sender: z.string().nullable(),
    id: z.string().nullable(),
    seq: z.number().nullable(),
  }),
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
  const list = <Value>(pick: (message: SpokenMessage) => Value) => sql.param(messages.map(pick));
  const answer = await tx.execute(sql`
    with given as (
      select * from unnest(
        ${list(({ session }) => session)}::text[], ${list(({ author }) => author)}::text[],
        ${list(({ clientId }) => clientId)}::text[], ${list(({ messageType }) => messageType)}::text[],
        ${list(({ message }) => message)}::text[], ${list(({ amount }) => amount ?? null)}::int[],
        ${list(({ at }) => at.toISOString())}::timestamptz[]
      ) with ordinality as given (session, author, client_id, message_type, message, amount, sent_at, place)
    ), allowed as (
      select given.*, chat_session.id as open_session, chat_session.sender from given
      left join chat_session on chat_session.id = given.session
        and chat_session.state <> 'ended' and chat_session.performer_id = ${room}::int
    ), fresh as (
      select *, row_number() over (order by place)::int as step from allowed
      where open_session is not null and not exists (
        select from ${chatMessages} as earlier
        where earlier.author = allowed.author and earlier.client_id = allowed.client_id)
    ), taken as (
      insert into ${chatRooms} (performer_id, seq)
      select ${room}::int, count(*)::int from fresh having count(*) > 0
      on conflict (performer_id) do update set seq = chat_room.seq + excluded.seq
      returning seq - (select count(*)::int from fresh) as before
    ), stored as (
      insert into ${chatMessages}
        (performer_id, seq, client_id, author, message_type, sender, message, amount, sent_at)
      select ${room}::int, taken.before + fresh.step, client_id, author, message_type, sender, message, amount, sent_at
      from fresh cross join taken order by fresh.step
      returning id, seq
    )
    select allowed.open_session as session, allowed.sender, stored.id::text as id, stored.seq
    from allowed
    left join fresh on fresh.place = allowed.place
    left join taken on true
    left join stored on stored.seq = taken.before + fresh.step
    order by allowed.place`);
  const rows = outcomeRows.parse((answer as unknown as { rows: unknown }).rows);
  return rows.map(({ session, sender, id, seq }): Outcome => {
    if (session === null) return { kind: 'ended' };
    return id === null || seq === null
      ? { kind: 'known' }
      : { kind: 'stored', id, seq, sender: sender ?? '' };
  });
}
