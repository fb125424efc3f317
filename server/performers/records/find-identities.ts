import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { dayOf } from '#contract/day.ts';
import { yearsAfter } from '#contract/performers/identity.ts';
import type { Db } from '#server/ports/database.ts';
import { performers } from '../tables.ts';
import { besidePeople, depictionPeople, depictions, identityCopies, performerIdentities } from './tables.ts';

interface Wanted {
  where?: SQL | undefined;
  /** Only documents whose last day is this one or earlier. */
  expiresBy?: string;
  limit: number;
  offset: number;
}

const text = (value: SQL) => sql<string | null>`${value}`;

/** Columns of copies and depictions, which are given as parts of a query. */
const counted = (copies: SQL, shown: SQL) => ({
  copies: sql<number>`(select count(*)::int ${copies})`.as('copies'),
  depictions: sql<number>`(select count(*)::int ${shown})`.as('depictions'),
  open: sql<number>`(select (count(*) filter (where ${depictions.endedAt} is null))::int ${shown})`.as(
    'open',
  ),
  endedAt: sql<Date | null>`(select max(${depictions.endedAt}) ${shown})`
    .mapWith(depictions.endedAt)
    .as('ended_at'),
});

const readable = (table: typeof performerIdentities | typeof besidePeople) => ({
  performerId: table.performerId,
  username: performers.username,
  removedAt: performers.removedAt,
  recordedAt: table.recordedAt,
  approvedAt: table.approvedAt,
  checkedOn: table.checkedOn,
  checkedBy: table.checkedBy,
  expiresOn: table.expiresOn,
});

/** What is readable of records of performers and of people beside them; those that expire first at the top. */
export function findIdentities(db: Pick<Db, 'select'>, { where, expiresBy, limit, offset }: Wanted) {
  const [hers, person] = [performerIdentities, besidePeople];
  const isDue = (table: typeof hers | typeof person) =>
    expiresBy === undefined ? undefined : lte(table.expiresOn, expiresBy);
  const own = db
    .select({
      record: sql<string>`'performer:' || ${hers.performerId}`.as('record'),
      ...readable(hers),
      label: text(sql`null::text`).as('label'),
      consent: text(sql`null::text`).as('consent'),
      inPicture: sql<boolean | null>`null::boolean`.as('in_picture'),
      ...counted(
        sql`from ${identityCopies} where ${identityCopies.performerId} = ${hers.performerId}`,
        sql`from ${depictions} where ${depictions.performerId} = ${hers.performerId}`,
      ),
    })
    .from(hers)
    .innerJoin(performers, eq(performers.id, hers.performerId))
    .where(and(where, isDue(hers)));
  const beside = db
    .select({
      record: sql<string>`'person:' || ${person.id}`.as('record'),
      ...readable(person),
      label: text(sql`${person.label}`).as('label'),
      consent: text(sql`${person.consentVersion}`).as('consent'),
      inPicture: sql<boolean | null>`${person.inPicture}`.as('in_picture'),
      ...counted(
        sql`from ${identityCopies} where ${identityCopies.personId} = ${person.id}`,
        sql`from ${depictions} join ${depictionPeople} on ${depictionPeople.depictionId} = ${depictions.id}
          where ${depictionPeople.personId} = ${person.id}`,
      ),
    })
    .from(person)
    .innerJoin(performers, eq(performers.id, person.performerId))
    .where(and(where, isDue(person)));
  return unionAll(own, beside)
    .orderBy(sql`expires_on asc nulls last, username, record`)
    .limit(limit)
    .offset(offset);
}
export type FoundIdentity = Awaited<ReturnType<typeof findIdentities>>[number];

/** Of performers who are present, and of people beside them. */
export const isPresent = isNull(performers.removedAt);

/** The last day on which a record is kept; null while she may work, or something that shows the person is stored or live. */
export function keptUntil(found: FoundIdentity, years: number): string | null {
  const { label, removedAt, open, endedAt, recordedAt, inPicture } = found;
  if (open > 0 || inPicture || (label === null && removedAt === null)) return null;
  return yearsAfter(dayOf(endedAt ?? removedAt ?? recordedAt), years);
}
