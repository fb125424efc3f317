import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { MailKind } from '#contract/member/settings/settings-calls.ts';
import { isSubscribed } from '#server/identity/browsers/browsers.ts';
import { browserSubscriptions, sessions } from '#server/identity/tables.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { AbsentMember } from '#server/ports/performer-viewer.ts';
import { isCoolingOff } from '#server/wallet/limits/reads.ts';
import { favourites, members } from '../tables.ts';

type Reader = Pick<Db, 'select'>;

/** SQL condition: not blocked, not deleted, and no deletion requested. */
export const isReachable = and(isNull(members.deletedAt), isNull(members.eraseAt), isNull(members.blockedAt));

/** SQL condition: the address is verified and the member has not opted out. */
export const takesMail = (kind: MailKind): SQL | undefined =>
  and(
    isNotNull(members.verifiedAt),
    sql`coalesce((${members.mailChoices} ->> ${kind}::text)::boolean, true)`,
  );

/** Whether a member has chosen this way to be told that a favourite is live, and is in no cool-off. */
export async function isToldOfLive(
  db: Reader,
  {
    memberId,
    performerId,
    way,
    now,
  }: { memberId: number; performerId: number; way: 'mail' | 'browser'; now: Date },
): Promise<boolean> {
  const [favourite] = await db
    .select({ one: sql`1` })
    .from(favourites)
    .where(
      and(
        eq(favourites.memberId, memberId),
        eq(favourites.performerId, performerId),
        way === 'mail' ? favourites.liveMail : favourites.liveBrowser,
        notExists(isCoolingOff(db, memberId, now)),
      ),
    );
  return favourite !== undefined;
}

/**
 * SQL condition: the member of the column gets this kind of notice by mail or in a browser. For use in another query.
 */
export const canBeTold = (
  db: Reader,
  memberId: AnyPgColumn,
  { kind, now, inBrowsers }: { kind: MailKind; now: Date; inBrowsers: boolean },
): SQL => {
  const hasBrowser = exists(
    db
      .select({ one: sql`1` })
      .from(browserSubscriptions)
      .where(
        and(
          eq(browserSubscriptions.memberId, members.id),
          eq(browserSubscriptions.messages, true),
          isSubscribed(db, now),
        ),
      ),
  );
  return exists(
    db
      .select({ one: sql`1` })
      .from(members)
      .where(
        and(
          eq(members.id, memberId),
          isReachable,
          inBrowsers ? or(takesMail(kind), hasBrowser) : takesMail(kind),
        ),
      ),
  );
};

/** By member, the countries where any valid login was used last, and that of the latest one; two statements for all. */
export async function countriesOf(
  db: Pick<Db, 'selectDistinct' | 'selectDistinctOn'>,
  memberIds: readonly number[],
  now: Date,
): Promise<Map<number, string[]>> {
  const { memberId, country, createdAt, endedAt, expiresAt } = sessions;
  const isTheirs = inArray(memberId, [...memberIds]);
  const latest = await db
    .selectDistinctOn([memberId], { memberId, country })
    .from(sessions)
    .where(isTheirs)
    .orderBy(memberId, desc(createdAt));
  const valid = await db
    .selectDistinct({ memberId, country })
    .from(sessions)
    .where(and(isTheirs, isNull(endedAt), gt(expiresAt, now)));
  const found = new Map<number, string[]>();
  for (const { memberId: id, country: code } of [...latest, ...valid]) {
    if (id === null || code === null) continue;
    const known = found.get(id) ?? [];
    if (!known.includes(code)) found.set(id, [...known, code]);
  }
  return found;
}

/** A member to whom something is sent, who may read it where any valid login was used last, or the latest one. */
export async function absentMember(
  { now, blockersOf }: Pick<Deps, 'now' | 'blockersOf'>,
  db: Pick<Db, 'select' | 'selectDistinct' | 'selectDistinctOn'>,
  memberId: number,
): Promise<AbsentMember> {
  const countries = (await countriesOf(db, [memberId], now())).get(memberId) ?? [];
  return { countries, blockers: await blockersOf(db, memberId) };
}
