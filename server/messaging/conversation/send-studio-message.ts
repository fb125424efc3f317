import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import type { sendStudioMessage as call } from '#contract/studio/inbox-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { hasFavourite } from '#server/member/favourites/favourites.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { keyOf, partyOf } from '../party.ts';
import { conversationOf, conversationsWith } from '../reads.ts';
import { conversations, photos, privateMessages } from '../tables.ts';
import { toPrivateMessage } from './message.ts';
import { earlierMessages } from './read-conversation.ts';
import { type NewMessage, storePrivateMessage } from './store-private-message.ts';
import { tellMessage } from './tell-message.ts';

type Sent = Pick<NewMessage, 'memberId' | 'performerId' | 'content' | 'photo'>;

/** Number of conversations with other members in which this performer sent the same text or picture since `since`. */
async function sameSince(
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

type Input = ParsedInput<typeof call>;

const DAY_MS = 24 * 3_600_000;
/** From this many other conversations per day on, the same text or picture is marked as a mass message. */
const MASS_FROM = 5;
/** Maximum number of conversations per day for the same text or picture. */
const MASS_MOST = 50;

/**
 * Free of charge. Throws `badRequest.notFound` for a member without a conversation or favourite with the performer,
 * `badRequest.tooMany` for the same content to too many, and as `storePrivateMessage` does.
 */
export async function sendStudioMessage(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'messenger');
  const { performerId } = requirePerformer(caller);
  const party = partyOf(caller);
  await deps.limits.take('private-message', keyOf(party));
  const memberId = await recipientOf(deps, performerId, input);
  const at = deps.now();
  const written = { ...party, memberId, performerId, clientId: input.clientId, text: input.message, at };
  const content = cleanText(deps, input.message, { earlier: await earlierMessages(deps.db, written) });
  const photo = input.attachment ?? null;
  const same = await sameSince(
    deps.db,
    { memberId, performerId, content, photo },
    new Date(at.getTime() - DAY_MS),
  );
  if (same >= MASS_MOST) throw new AppError('badRequest.tooMany');
  const message = {
    memberId,
    performerId,
    clientId: input.clientId ?? deps.newId(),
    content,
    photo,
    at,
    isMass: same >= MASS_FROM,
    price: null,
  };
  const stored = await deps.db.transaction(async (tx) => {
    const stored = await storePrivateMessage(deps, tx, party, message);
    if (stored.created) tx.afterCommit(() => tellMessage(deps, party, stored));
    return stored;
  });
  return { message: toPrivateMessage(deps, stored, { reader: party, positions: stored.positions }) };
}

async function recipientOf(
  deps: Deps,
  performerId: number,
  { conversationId, memberId }: Input,
): Promise<number> {
  const party = { side: 'performer', id: performerId } as const;
  if (conversationId !== NEW_CONVERSATION)
    return (await conversationOf(deps.db, party, conversationId)).conversation.memberId;
  if (memberId === undefined) throw new AppError('badRequest.invalid.input', { fields: ['memberId'] });
  const isKnown = (await conversationsWith(deps.db, party, [memberId])).has(memberId);
  if (!isKnown && !(await hasFavourite(deps.db, memberId, performerId)))
    throw new AppError('badRequest.notFound');
  return memberId;
}
