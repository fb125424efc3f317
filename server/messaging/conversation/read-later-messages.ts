import { and, asc, eq, gt } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { readLaterMessages as call } from '#contract/messaging/conversation-calls.ts';
import { MESSAGES_AT_ONCE } from '#contract/messaging/messages.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readerOf } from '../party.ts';
import { photosOf } from '../photos/reads.ts';
import { conversationOf } from '../reads.ts';
import { privateMessages } from '../tables.ts';
import { toPrivateMessage } from './message.ts';

/** Also for performers. */
export async function readLaterMessages(
  deps: Deps,
  caller: Caller,
  { conversationId, after }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const party = await readerOf(deps, caller);
  const opened = await conversationOf(deps.db, party, conversationId);
  const rows = await deps.db
    .select()
    .from(privateMessages)
    .where(
      and(
        eq(privateMessages.conversationId, conversationId),
        gt(privateMessages.seq, Math.max(after, opened.own.deletedSeq)),
      ),
    )
    .orderBy(asc(privateMessages.seq))
    .limit(MESSAGES_AT_ONCE + 1);
  const page = rows.slice(0, MESSAGES_AT_ONCE);
  const photos = await photosOf(deps.db, page);
  const view = { reader: party, positions: opened };
  const messages = page.map((row) =>
    toPrivateMessage(deps, { row, photo: photos.get(row.id) ?? null }, view),
  );
  return { messages, more: rows.length > MESSAGES_AT_ONCE };
}
