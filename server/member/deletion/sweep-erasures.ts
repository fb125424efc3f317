import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { systemCaller } from '#server/identity/caller.ts';
import { accounts } from '#server/ledger/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { eraseMember, lapseCredits } from './erase-member.ts';

/** Accounts per run. */
const BATCH = 50;

/** Days after an erasure in which the account may still receive credits: the rest of a unit, an order paid late. */
const LATE_DAYS = 30;

/** Erases the accounts that are due. Returns their number. */
export async function sweepErasures(deps: Deps): Promise<number> {
  const now = deps.now();
  const due = await deps.db
    .select({ memberId: members.id })
    .from(members)
    .where(lte(members.eraseAt, now))
    .orderBy(members.eraseAt)
    .limit(BATCH);
  let erased = 0;
  for (const { memberId } of due) if (await eraseOne(deps, memberId, now)) erased += 1;
  await lapseLateCredits(deps, now);
  return erased;
}

/** Lapses late credits of erased accounts, which can no longer be spent. */
async function lapseLateCredits(deps: Deps, now: Date): Promise<void> {
  const since = new Date(now.getTime() - LATE_DAYS * 24 * 3_600_000);
  const late = await deps.db
    .select({ memberId: members.id })
    .from(members)
    .innerJoin(accounts, and(eq(accounts.kind, 'member'), eq(accounts.owner, sql`${members.id}::text`)))
    .where(and(gt(members.deletedAt, since), gt(accounts.balance, 0)))
    .limit(BATCH);
  for (const { memberId } of late) {
    const key = `lapse:${memberId}:${deps.newId()}`;
    await deps.db.transaction((tx) => lapseCredits(tx, { memberId, key, at: now }));
  }
}

/** Reads the row again under its lock: a login may have cancelled the deletion. */
const eraseOne = (deps: Deps, memberId: number, now: Date): Promise<boolean> =>
  deps.db.transaction((tx) =>
    eraseMember(tx, deps, { caller: systemCaller, memberId, now, onlyIfDue: true }),
  );
