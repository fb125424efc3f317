import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { rotateSession } from '#server/identity/sessions.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import { dropDialIn } from '#server/wallet/dial-in/transitions.ts';
import { keepAccount } from '../deletion/transitions.ts';
import { members } from '../tables.ts';

export interface StartedSession {
  sessionId: string;
  token: string;
}

/**
 * Replaces the caller's session by one of this member, cancels a requested deletion and writes the audit row. A phone
 * call that paid until then is hung up. Throws `badRequest.login.blocked`.
 */
export async function startSession(deps: InTx, caller: Caller, memberId: number): Promise<StartedSession> {
  const { isLeaving } = await requireUnblocked(deps, memberId);
  const { sessionId, token, ended } = await rotateSession(deps, caller, { kind: 'member', memberId });
  if (caller.kind === 'dial-in-guest') await dropDialIn(deps, deps.db, caller.dialInId);
  const subject = `session:${sessionId}`;
  await recordAct(deps.db, caller, { act: 'member.logged-in', memberId, subject, at: deps.now() });
  if (isLeaving) await keepAccount(deps, deps.db, caller, memberId);
  if (ended.length > 0 && caller.kind === 'member')
    deps.db.afterCommit(() => deps.events.record('member.logged-out', { member: caller.memberId }));
  return { sessionId, token };
}

/** Locks the row, so that a login cannot slip past a simultaneous block. `isLeaving`: a deletion was requested. */
async function requireUnblocked({ db }: Deps, memberId: number): Promise<{ isLeaving: boolean }> {
  const [member] = await db
    .select({ blockedAt: members.blockedAt, eraseAt: members.eraseAt })
    .from(members)
    .where(eq(members.id, memberId))
    .for('share');
  if (member?.blockedAt) throw new AppError('badRequest.login.blocked');
  return { isLeaving: Boolean(member?.eraseAt) };
}
