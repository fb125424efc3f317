import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { sessions } from '#server/identity/tables.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { AbsentMember } from '#server/ports/performer-viewer.ts';

/** A member to whom something is sent, who may read it where any valid login was used last, or the latest one. */
export async function absentMember(
  { now, blockersOf }: Pick<Deps, 'now' | 'blockersOf'>,
  db: Pick<Db, 'select' | 'selectDistinct'>,
  memberId: number,
): Promise<AbsentMember> {
  const { country, createdAt, endedAt, expiresAt } = sessions;
  const isOwn = eq(sessions.memberId, memberId);
  const latest = await db.select({ country }).from(sessions).where(isOwn).orderBy(desc(createdAt)).limit(1);
  const valid = await db
    .selectDistinct({ country })
    .from(sessions)
    .where(and(isOwn, isNull(endedAt), gt(expiresAt, now())));
  const countries = [...latest, ...valid].map((login) => login.country).filter((code) => code !== null);
  return { countries: [...new Set(countries)], blockers: await blockersOf(db, memberId) };
}
