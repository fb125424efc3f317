import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Moved, momentMachine } from '#server/db/state-machine.ts';
import type { Caller, OperatorCaller } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Welcome } from '#server/wallet/spending/grant-credits.ts';
import { welcomeMailbox } from '../mail/welcome-mailbox.ts';
import { members } from '../tables.ts';

type MemberRow = typeof members.$inferSelect;

interface Verification {
  caller: Caller;
  at: Date;
  welcome: Welcome;
}

/** Whether the member has shown that the e-mail address is theirs. */
export const addressMachine = momentMachine<typeof members, 'unverified' | 'verified', Verification>({
  table: members,
  of: 'address',
  moments: { unverified: [], verified: ['verifiedAt'] },
  first: 'unverified',
  transitions: { unverified: ['verified'], verified: [] },
  follows: { verified: [recordVerified, announceVerified] },
});

/** Marks the address as verified, and grants the welcome credits unless its mailbox has had them before. */
export async function verifyAddress(
  deps: Deps,
  tx: Tx,
  { caller, member: { id: memberId, email } }: { caller: Caller; member: Pick<MemberRow, 'id' | 'email'> },
): Promise<Welcome> {
  const at = deps.now();
  const welcome = await welcomeMailbox(tx, { memberId, email, at, config: deps.config });
  await addressMachine.move(deps, tx, {
    where: eq(members.id, memberId),
    to: 'verified',
    set: { verifiedAt: at },
    why: { caller, at, welcome },
  });
  return welcome;
}

async function recordVerified(
  _: Deps,
  tx: Tx,
  { rows, why: { caller, at } }: Moved<typeof members, Verification>,
): Promise<void> {
  for (const { id: memberId } of rows) await recordAct(tx, caller, { act: 'member.verified', memberId, at });
}

function announceVerified(
  { push, events }: Deps,
  tx: Tx,
  { rows, why: { welcome } }: Moved<typeof members, Verification>,
): void {
  for (const { id } of rows)
    tx.afterCommit(() => {
      push.toMember(id, 'member-changed', {});
      if (welcome.granted) push.toMember(id, 'updated-credits', { credits: welcome.credits });
      events.record('member.verified', { member: id, granted: welcome.granted });
    });
}

interface Block {
  by: OperatorCaller;
  at: Date;
}

type BlockDeps = Omit<EndDeps, 'db'>;

/** Whether an operator keeps the member from logging in. */
export const accessMachine = momentMachine<typeof members, 'open' | 'blocked', Block, BlockDeps>({
  table: members,
  of: 'access',
  moments: { open: [], blocked: ['blockedAt'] },
  first: 'open',
  transitions: { open: ['blocked', 'open'], blocked: ['open', 'blocked'] },
  follows: { open: [recordUnblocked], blocked: [endBlocked, recordBlocked] },
});

/**
 * Blocks a member, or lets them in again: refuses logins and ends sessions. Throws `badRequest.login.notExists`.
 */
export async function setBlocked(
  deps: BlockDeps,
  tx: Tx,
  { memberId, isBlocked, by }: { memberId: number; isBlocked: boolean; by: OperatorCaller },
): Promise<void> {
  const why: Block = { by, at: deps.now() };
  const where = and(eq(members.id, memberId), isNull(members.deletedAt));
  const moved = isBlocked
    ? await accessMachine.move(deps, tx, { where, to: 'blocked', set: { blockedAt: why.at }, why })
    : await accessMachine.move(deps, tx, { where, to: 'open', why });
  if (!moved) throw new AppError('badRequest.login.notExists');
}

async function endBlocked(deps: BlockDeps, tx: Tx, { rows }: Moved<typeof members, Block>): Promise<void> {
  for (const { id: memberId } of rows) await endSessions({ ...deps, db: tx }, { memberId });
}

async function recordBlocked(
  _: BlockDeps,
  tx: Tx,
  { rows, why }: Moved<typeof members, Block>,
): Promise<void> {
  for (const { id: memberId } of rows)
    await recordAct(tx, why.by, { act: 'member.blocked', memberId, at: why.at });
}

async function recordUnblocked(
  _: BlockDeps,
  tx: Tx,
  { rows, why }: Moved<typeof members, Block>,
): Promise<void> {
  for (const { id: memberId } of rows)
    await recordAct(tx, why.by, { act: 'member.unblocked', memberId, at: why.at });
}
