import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { conversations, photos, privateMessages } from '../tables.ts';
import type { NewMessage } from './store-private-message.ts';

type Sent = Pick<NewMessage, 'memberId' | 'performerId' | 'content' | 'photo'>;

/** Number of conversations with other members in which this performer sent the same text or picture since `since`. */
export async function sameSince(
  tx: Pick<Tx, 'select'>,
  { memberId, performerId, content, photo }: Sent,
  since: Date,
): Promise<number> {
  const [row] = await tx
    .select({
      total: sql<number>`count(distinct ${privateMessages.conversationId})`.mapWith(Number),
    })
    .from(privateMessages)
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .where(
      and(
        or(hasText(content), hasPicture(tx, photo)),
        eq(privateMessages.owner, 'performer'),
        gt(privateMessages.sentAt, since),
        eq(conversations.performerId, performerId),
        ne(conversations.memberId, memberId),
      ),
    );
  return row?.total ?? 0;
}

const hasText = (content: string): SQL | undefined =>
  content === '' ? sql`false` : sql`md5(${privateMessages.content}) = md5(${content})`;

/** Compares hashes, because every upload has its own id. */
function hasPicture(tx: Pick<Tx, 'select'>, photo: string | null): SQL | undefined {
  if (photo === null) return undefined;
  const hash = tx.select({ hash: photos.hash }).from(photos).where(eq(photos.id, photo));
  const sent = tx
    .select({ id: photos.messageId })
    .from(photos)
    .where(and(sql`${photos.hash} = ${hash}`, sql`${photos.messageId} is not null`));
  return sql`${privateMessages.id} in ${sent}`;
}
