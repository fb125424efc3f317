import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Conversation, ConversationFilter, Participant } from '#contract/messaging/conversations.ts';
import type { listConversations as listConversationsCall } from '#contract/messaging/inbox-calls.ts';
import { otherSide } from '#contract/messaging/messages.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import { isFavourite } from '#server/member/favourites/favourites.ts';
import { hasMemberNameLike } from '#server/member/names/chat-name.ts';
import { hasNameLike, isOnAir } from '#server/performers/directory/faces.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse, type Visitor } from '#server/ports/performer-viewer.ts';
import { markDelivered } from '../conversation/mark-message.ts';
import { participantOf, participantsOf } from '../participants.ts';
import { isPartyTo, type Party, participantViewer, partyOf, readerOf } from '../party.ts';
import {
  type ConversationRow,
  isOwnSide,
  isTheirSide,
  ownSide,
  type SideRow,
  theirSide,
  unreadColumn,
  unreadOf,
} from '../reads.ts';
import { conversations, privateMessages } from '../tables.ts';

type Input = Omit<ParsedInput<typeof listConversationsCall>, 'nonNude'> & { nonNude?: boolean };

/** Also for performers. Listed conversations count as delivered. */
export async function listConversations(
  deps: Deps,
  caller: Caller,
  { filter, sort, query, page, limit, nonNude = false }: Input,
): Promise<OutputOf<typeof listConversationsCall>> {
  const party = await readerOf(deps, caller);
  const { db } = deps;
  const viewer = await participantViewer(deps, caller);
  const wanted = and(
    isListed(db, party, { filter, viewer }),
    query.trim() ? hasOtherNamed(db, party, query) : undefined,
  );
  const [rows, total, unread] = await Promise.all([
    pageOf(db, party, wanted, { sort, offset: (page - 1) * limit, limit }),
    countOf(db, party, wanted),
    unreadOf(db, party),
  ]);
  await markDelivered(
    deps,
    party,
    rows.map(({ conversation }) => conversation.id),
  );
  const them = otherSide(party.side);
  const others = await participantsOf(deps, them, rows.map(otherId(party)), { viewer, nonNude });
  const self = rows.length > 0 ? await participantOf(deps, party.side, party.id, { viewer, nonNude }) : null;
  return {
    conversations: rows.flatMap((row) => {
      const other = others.get(otherId(party)(row));
      return self && other ? [toConversation(row, party, { self, other })] : [];
    }),
    total,
    unread,
  };
}

interface Listed {
  conversation: ConversationRow;
  own: SideRow;
  isFavourite: boolean;
  last: { content: string | null; isMedia: boolean | null; owner: string | null; sentAt: Date | null };
  unread: number;
  unanswered: number;
}

const otherId =
  ({ side }: Party) =>
  ({ conversation }: Pick<Listed, 'conversation'>): number =>
    side === 'member' ? conversation.performerId : conversation.memberId;

const otherColumn = ({ side }: Party): AnyPgColumn =>
  side === 'member' ? conversations.performerId : conversations.memberId;

/** A member's favourites are performers; a performer's favourites are conversations. */
const isOwnFavourite = (db: Db, { side }: Party): SQL =>
  side === 'member'
    ? isFavourite(db, conversations.memberId, conversations.performerId)
    : eq(ownSide.isFavourite, true);

const isTheirFavourite = (db: Db, { side }: Party): SQL =>
  side === 'member'
    ? eq(theirSide.isFavourite, true)
    : isFavourite(db, conversations.memberId, conversations.performerId);

const isArchived = and(isNotNull(ownSide.archivedSeq), eq(ownSide.archivedSeq, conversations.lastSeq));

interface Listing {
  filter: ConversationFilter;
  viewer: Visitor | typeof inHouse;
}

function isListed(db: Db, party: Party, { filter, viewer }: Listing): SQL | undefined {
  const stays = and(isPartyTo(party), gt(conversations.lastSeq, ownSide.deletedSeq));
  if (filter === 'archived') return and(stays, isArchived);
  const open = and(stays, or(isNull(ownSide.archivedSeq), ne(ownSide.archivedSeq, conversations.lastSeq)));
  return and(open, passes(db, party, { filter, viewer }));
}

function passes(db: Db, party: Party, { filter, viewer }: Listing): SQL | undefined {
  switch (filter) {
    case 'unanswered':
      return eq(conversations.lastOwner, otherSide(party.side));
    case 'answered':
      return eq(conversations.lastOwner, party.side);
    case 'favourites':
      return isOwnFavourite(db, party);
    case 'models':
      return viewer === inHouse ? undefined : isOnAir(db, conversations.performerId, viewer);
    default:
      return undefined;
  }
}

const hasOtherNamed = (db: Db, party: Party, typed: string): SQL =>
  party.side === 'member'
    ? hasNameLike(db, otherColumn(party), typed)
    : hasMemberNameLike(db, otherColumn(party), typed);

/** The member's messages since the performer's last answer that were not given back. */
const unansweredColumn = ({ side }: Party) =>
  side === 'member'
    ? sql<number>`0`.mapWith(Number)
    : sql<number>`case when ${conversations.lastOwner} = 'member' then (
        select count(*) from private_message asked
        where asked.conversation_id = ${conversations.id} and asked.owner = 'member' and asked.returned_at is null
          and asked.seq > coalesce((
            select answer.seq from private_message answer
            where answer.conversation_id = ${conversations.id} and answer.owner = 'performer'
            order by answer.seq desc limit 1), 0)
      ) else 0 end`.mapWith(Number);

function pageOf(
  db: Db,
  party: Party,
  wanted: SQL | undefined,
  { sort, offset, limit }: { sort: Input['sort']; offset: number; limit: number },
): Promise<Listed[]> {
  const favouritedFirst = sort === 'favourited' ? [desc(sql`${isTheirFavourite(db, party)}`)] : [];
  return db
    .select({
      conversation: conversations,
      own: ownSide,
      isFavourite: sql<boolean>`${isOwnFavourite(db, party)}`,
      last: {
        content: privateMessages.content,
        isMedia: privateMessages.isMedia,
        owner: privateMessages.owner,
        sentAt: privateMessages.sentAt,
      },
      unread: unreadColumn(party),
      unanswered: unansweredColumn(party),
    })
    .from(conversations)
    .innerJoin(ownSide, isOwnSide(party))
    .innerJoin(theirSide, isTheirSide(party))
    .leftJoin(
      privateMessages,
      and(
        eq(privateMessages.conversationId, conversations.id),
        eq(privateMessages.seq, conversations.lastSeq),
      ),
    )
    .where(wanted)
    .orderBy(...favouritedFirst, desc(conversations.updatedAt), asc(conversations.id))
    .limit(limit)
    .offset(offset)
    .then((rows) => rows.map(({ last, ...row }) => ({ ...row, last: last ?? nothing })));
}

const nothing = { content: null, isMedia: null, owner: null, sentAt: null };

async function countOf(db: Db, party: Party, wanted: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(conversations)
    .innerJoin(ownSide, isOwnSide(party))
    .where(wanted);
  return row?.total ?? 0;
}

function toConversation(
  { conversation, own, isFavourite: favorite, last, unread, unanswered }: Listed,
  { side }: Party,
  participants: { self: Participant; other: Participant },
): Conversation {
  const { id, createdAt, updatedAt, lastSeq } = conversation;
  const { content, isMedia, owner, sentAt } = last;
  return {
    id,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...participants,
    unread,
    archived: own.archivedSeq !== null && own.archivedSeq === lastSeq,
    deleted: false,
    favorite,
    muted: own.isMuted,
    blocked: own.isBlocked,
    message:
      content === null || sentAt === null
        ? null
        : {
            seq: lastSeq,
            type: isMedia ? 'media' : 'text',
            content,
            owner: owner === side ? 'self' : 'other',
            createdAt: sentAt.toISOString(),
          },
    unanswered,
  };
}

export async function countUnread(deps: Deps, caller: Caller): Promise<{ unread: number }> {
  requireFeature(deps, 'messenger');
  return { unread: await unreadOf(deps.db, partyOf(caller)) };
}
