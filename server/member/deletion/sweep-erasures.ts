import { lte } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { eraseMember } from './erase-member.ts';

/** Accounts of one pass. */
const BATCH = 50;

/** Erases the accounts whose time has come. Returns how many. */
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
  return erased;
}

/** A login that came first has taken the deletion back: the row is read again under its lock. */
async function eraseOne(deps: Deps, memberId: number, now: Date): Promise<boolean> {
  const isErased = await deps.db.transaction(async (tx) => {
    if (!(await eraseMember(tx, deps, { memberId, now, onlyAsked: true }))) return false;
    await recordAct(tx, systemCaller, { act: 'member.deleted', memberId, at: now });
    await endSessions(tx, { memberId }, now);
    return true;
  });
  if (isErased) deps.events.record('member.deleted', { member: memberId });
  return isErased;
}
