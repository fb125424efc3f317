import { and, eq, gte, inArray, isNotNull, lte, max, sql } from 'drizzle-orm';
import { STREAM_GAP_MS } from '#contract/studio/numbers/statistics-calls.ts';
import type { Db } from '#server/ports/database.ts';
import { chatSessions } from '../session/tables.ts';
import { tips } from '../tipping/tables.ts';

/** A person is a member, a guest's browser or a phone call. */
const person = sql`coalesce('m' || ${chatSessions.memberId}, 'g' || ${chatSessions.guestKey}, 'c' || ${chatSessions.dialInSession}, ${chatSessions.id})`;

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const numberOf = (value: ReturnType<typeof sql>) => sql<number>`${value}`.mapWith(Number);

export interface Stream {
  begin: Date;
  /** When the last viewer left; null while it lasts. */
  end: Date | null;
  viewers: number;
}

interface Since {
  performerId: number;
  from: Date;
  now: Date;
}

/** A performer's streams, newest first: her chats, parted where nobody watched for a while. */
export async function streamsOf(db: Db, { performerId, from, now }: Since, limit: number): Promise<Stream[]> {
  const until = sql`coalesce(${chatSessions.endedAt}, ${time(now)})`;
  const chats = db.$with('chats').as(
    db
      .select({
        begin: chatSessions.joinedAt,
        until: sql`${until}`.as('until'),
        isOpen: sql`${chatSessions.endedAt} is null`.as('is_open'),
        person: person.as('person'),
        /** The end of all that began before. */
        before:
          sql`max(${until}) over (order by ${chatSessions.joinedAt}, ${chatSessions.id} rows between unbounded preceding and 1 preceding)`.as(
            'before',
          ),
      })
      .from(chatSessions)
      .where(and(eq(chatSessions.performerId, performerId), gte(chatSessions.joinedAt, from))),
  );
  const gap = sql.raw(`interval '${STREAM_GAP_MS} milliseconds'`);
  const parted = db.$with('parted').as(
    db
      .with(chats)
      .select({
        begin: chats.begin,
        until: chats.until,
        isOpen: chats.isOpen,
        person: chats.person,
        stream:
          sql`count(*) filter (where ${chats.before} is null or ${chats.begin} > ${chats.before} + ${gap}) over (order by ${chats.begin} range between unbounded preceding and current row)`.as(
            'stream',
          ),
      })
      .from(chats),
  );
  return db
    .with(parted)
    .select({
      begin: sql<Date>`min(${parted.begin})`.mapWith(chatSessions.joinedAt),
      end: sql<Date | null>`case when bool_or(${parted.isOpen}) then null else max(${parted.until}) end`.mapWith(
        chatSessions.joinedAt,
      ),
      viewers: numberOf(sql`count(distinct ${parted.person})`),
    })
    .from(parted)
    .groupBy(parted.stream)
    .orderBy(sql`min(${parted.begin}) desc`)
    .limit(limit);
}

interface Within {
  performerId: number;
  from: Date;
  to: Date;
}

const isIn = ({ performerId, from, to }: Within) =>
  and(
    eq(chatSessions.performerId, performerId),
    gte(chatSessions.joinedAt, from),
    lte(chatSessions.joinedAt, to),
  );

/** How many viewers of a stream came and went in each minute; those who are there have not gone. */
export async function viewerChanges(
  db: Pick<Db, 'select'>,
  stream: Within,
): Promise<{ at: number; joined: number; left: number }[]> {
  const minuteOf = (column: typeof chatSessions.joinedAt | typeof chatSessions.endedAt) =>
    sql<number>`floor(extract(epoch from ${column}) / 60) * 60000`.mapWith(Number);
  const came = await db
    .select({ at: minuteOf(chatSessions.joinedAt), joined: numberOf(sql`count(*)`) })
    .from(chatSessions)
    .where(isIn(stream))
    .groupBy(sql`1`);
  const went = await db
    .select({ at: minuteOf(chatSessions.endedAt), left: numberOf(sql`count(*)`) })
    .from(chatSessions)
    .where(and(isIn(stream), isNotNull(chatSessions.endedAt)))
    .groupBy(sql`1`);
  const leaving = new Map(went.map(({ at, left }) => [at, left]));
  const coming = new Map(came.map(({ at, joined }) => [at, joined]));
  return [...new Set([...coming.keys(), ...leaving.keys()])].map((at) => ({
    at,
    joined: coming.get(at) ?? 0,
    left: leaving.get(at) ?? 0,
  }));
}

const hasTipped = sql`exists (select 1 from ${tips} where ${tips.sessionId} = ${chatSessions.id})`;

/** Different people: who came, who watched free chat, and who paid for units or tipped; and what all watched. */
export async function audienceOf(
  db: Pick<Db, 'select'>,
  span: Within,
): Promise<{ visits: number; free: number; paid: number; minutes: number }> {
  const people = (condition: ReturnType<typeof sql>) =>
    numberOf(sql`count(distinct ${person}) filter (where ${condition})`);
  const [row] = await db
    .select({
      visits: numberOf(sql`count(distinct ${person})`),
      free: people(sql`${chatSessions.type} = 'free' and ${chatSessions.firstFrameAt} is not null`),
      paid: people(
        sql`${chatSessions.spent} > 0 or (${chatSessions.dialInSession} is not null and ${chatSessions.firstFrameAt} is not null) or ${hasTipped}`,
      ),
      minutes: numberOf(sql`coalesce(sum(${chatSessions.mediaMs}), 0) / 60000`),
    })
    .from(chatSessions)
    .where(isIn(span));
  const { minutes = 0, ...found } = row ?? { visits: 0, free: 0, paid: 0 };
  return { ...found, minutes: Math.floor(minutes) };
}

/** When these members last came into a performer's room. */
export async function lastVisits(
  db: Pick<Db, 'select'>,
  performerId: number,
  memberIds: readonly number[],
): Promise<Map<number, Date>> {
  if (memberIds.length === 0) return new Map();
  const { memberId, joinedAt } = chatSessions;
  const rows = await db
    .select({ memberId, last: max(joinedAt) })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), inArray(memberId, [...memberIds])))
    .groupBy(memberId);
  return new Map(rows.flatMap((row) => (row.memberId && row.last ? [[row.memberId, row.last]] : [])));
}
