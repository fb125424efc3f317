import { and, eq, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { areFixed, type ChatPrices } from '#contract/chat/prices.ts';
import type { EarnedMove } from '#contract/studio/numbers/earned.ts';
import type { EarningKind, EarningSums } from '#contract/studio/numbers/earnings-calls.ts';
import { localDay } from '#server/db/expressions.ts';
import { isEarning } from '#server/ledger/earnings.ts';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { agreedPrices } from '../session/reads.ts';
import { camBacks, chatSessions } from '../session/tables.ts';
import { toyRuns } from '../toys/tables.ts';
import { chatUnits } from '../units/tables.ts';

type Reading = Pick<Db, 'select'>;

/** What a performer earned with one kind in one chat, or by messages of one member, on one day. */
export interface EarnedPart extends EarningSums {
  /** In the operator's time zone. */
  day: string;
  /** `session:…`, `member:…` for messages, or `other`. */
  cause: string;
  kind: EarningKind;
  /** Of the first transfer. */
  at: Date;
}

const [other, back] = [alias(accounts, 'other'), alias(chatUnits, 'back')];
/** What was spent with the free credits of an `unearned` transfer. */
const [spend, spender] = [alias(transfers, 'spend'), alias(accounts, 'spender')];
const amount = entries.amount;

/** The kind of a transfer; minutes and tips tell what they were for. */
const kind = sql<EarningKind>`case ${transfers.kind}
  when 'minute' then coalesce(${chatUnits.mode}, 'chat') when 'minute-return' then coalesce(${back.mode}, 'chat')
  when 'stall-credit' then 'chat' when 'tip' then case when ${toyRuns.id} is null then 'tips' else 'toys' end
  when 'toy-return' then 'toys' when 'message' then 'messages' when 'message-return' then 'messages'
  when 'dial-in' then 'phone' when 'unearned' then 'unearned' when 'unearned-return' then 'unearned' else 'other' end`;

/** From the keys and references that the ledger's callers write. */
const cause = sql<string>`case when ${transfers.kind} in ('message', 'message-return') then 'member:' || ${other.owner}
  when ${transfers.kind} = 'dial-in' then 'session:' || split_part(${transfers.idempotencyKey}, ':', 2)
  when ${spend.kind} = 'message' then 'member:' || ${spender.owner}
  when ${transfers.reference} like 'session:%' then 'session:' || split_part(${transfers.reference}, ':', 2)
  else 'other' end`;

/** A performer's entries that match a condition, without payouts, each with what it was for. */
const bookedWhere = (db: Reading, condition: SQL | undefined) =>
  db
    .select({
      performer: accounts.owner,
      day: localDay(transfers.createdAt).as('day'),
      cause: cause.as('cause'),
      kind: kind.as('earning_kind'),
      at: transfers.createdAt,
      paid: sql`case when ${other.kind} = 'member' then greatest(${amount}, 0) else 0 end`.as('paid'),
      returned: sql`case when ${other.kind} = 'member' then greatest(-${amount}, 0) else 0 end`.as(
        'returned',
      ),
      earned: sql`${amount}`.as('earned'),
    })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .innerJoin(
      other,
      sql`${other.id} = case ${transfers.toAccount} when ${accounts.id} then ${transfers.fromAccount} else ${transfers.toAccount} end`,
    )
    .leftJoin(spend, eq(spend.id, transfers.ofTransfer))
    .leftJoin(spender, eq(spender.id, spend.fromAccount))
    .leftJoin(chatUnits, eq(chatUnits.transferId, transfers.id))
    .leftJoin(back, eq(back.returnTransferId, transfers.id))
    .leftJoin(toyRuns, eq(toyRuns.transferId, transfers.id))
    .where(and(eq(accounts.kind, 'performer'), isEarning, condition))
    .as('booked');

const sumOf = (column: SQLWrapper) => sql<number>`sum(${column})`.mapWith(Number);

/** Every credit that the performer earned in a span, from the ledger's entries: the sum equals the ledger's. */
export async function earnedParts(
  db: Reading,
  performerId: number,
  { from, to }: { from: Date; to: Date },
): Promise<EarnedPart[]> {
  const booked = bookedWhere(
    db,
    and(eq(accounts.owner, String(performerId)), gte(transfers.createdAt, from), lt(transfers.createdAt, to)),
  );
  return db
    .select({
      day: booked.day,
      cause: booked.cause,
      kind: booked.kind,
      at: sql<Date>`min(${booked.at})`.mapWith(transfers.createdAt),
      paid: sumOf(booked.paid),
      returned: sumOf(booked.returned),
      earned: sumOf(booked.earned),
    })
    .from(booked)
    .groupBy(booked.day, booked.cause, booked.kind);
}

/** What the transfers with these keys moved, by performer and kind; what was earned and given back apart. */
export async function earnedMoves(
  db: Reading,
  keys: readonly string[],
): Promise<(EarnedMove & { performerId: number })[]> {
  // The free part of a transfer that is not earned has a transfer and a key of its own.
  const all = sql.param(keys.flatMap((key) => [key, `unearned:${key}`]));
  const booked = bookedWhere(db, sql`${transfers.idempotencyKey} = any(${all}::text[])`);
  const isReturn = sql`${booked.earned} < 0`;
  return db
    .select({
      performerId: sql<number>`${booked.performer}`.mapWith(Number),
      kind: booked.kind,
      credits: sumOf(booked.earned),
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(booked)
    .groupBy(booked.performer, booked.kind, isReturn)
    .orderBy(booked.performer, booked.kind, isReturn);
}

/** A chat as its performer sees it. */
export interface ShownChat {
  /** The member's name in the room. */
  member: string;
  /** The first picture, or joining. */
  begin: Date;
  /** From the first picture to the end; null without a picture. */
  seconds: number | null;
  isFree: boolean;
  /** Null if they were the specification's. */
  prices: ChatPrices | null;
  /** The member has used a camera. */
  hasCamBack: boolean;
}

/** By session; missing ones are omitted. */
export async function shownChats(db: Reading, sessions: readonly string[]): Promise<Map<string, ShownChat>> {
  if (sessions.length === 0) return new Map();
  const rows = await db
    .select({ session: chatSessions, camera: camBacks.sessionId })
    .from(chatSessions)
    .leftJoin(camBacks, eq(camBacks.sessionId, chatSessions.id))
    .where(sql`${chatSessions.id} = any(${sql.param([...sessions])}::text[])`);
  return new Map(
    rows.map(({ session, camera }) => {
      const { id, sender, type, joinedAt, firstFrameAt, endedAt, lastSeenAt } = session;
      const ms = firstFrameAt && (endedAt ?? lastSeenAt).getTime() - firstFrameAt.getTime();
      return [
        id,
        {
          member: sender,
          begin: firstFrameAt ?? joinedAt,
          seconds: ms === null ? null : Math.max(0, Math.round(ms / 1000)),
          isFree: type === 'free',
          prices: areFixed(agreedPrices(session)) ? null : agreedPrices(session),
          hasCamBack: camera !== null,
        },
      ];
    }),
  );
}
