import { and, eq, isNull, lte } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { DELETION_DAYS } from '#contract/member/account/account-calls.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import type { Config } from '#server/config/config.ts';
import { type Caller, type OperatorCaller, requireMember } from '#server/identity/caller.ts';
import { keyedHash } from '#server/identity/seal.ts';
import { balanceOf, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { forgetRefusal } from '../mail/refused-addresses.ts';
import { noteMailbox } from '../mail/welcome-mailbox.ts';
import { emailChanges, members } from '../tables.ts';
import { type DeletionDeps, erase, leave } from './transitions.ts';

type EraseDeps = DeletionDeps & Pick<Deps, 'personalData'>;

interface Erasure {
  caller: Caller;
  memberId: number;
  now: Date;
  /** Skip accounts whose deletion is not requested or not due yet. */
  onlyIfDue?: boolean;
}

/**
 * Erases an account. The row stays because the books refer to it; remaining credits lapse. False if there is nothing to
 * erase.
 */
export async function eraseMember(
  tx: Tx,
  deps: EraseDeps,
  { caller, memberId, now, onlyIfDue = false }: Erasure,
): Promise<boolean> {
  const { config, personalData } = deps;
  const isDue = onlyIfDue ? lte(members.eraseAt, now) : undefined;
  const [account] = await tx
    .select({ emailFolded: members.emailFolded, verifiedAt: members.verifiedAt })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt), isDue))
    .for('update');
  if (!account) return false;
  await lapseCredits(tx, { memberId, key: `lapse:${memberId}`, at: now });
  const addresses = [account.emailFolded, ...(await addressesOfChanges(tx, memberId))];
  if (account.verifiedAt) await noteMailbox(tx, { email: account.emailFolded, at: now, config });
  for (const data of personalData) await data.erase(tx, memberId);
  for (const address of addresses) await forgetRefusal({ config, db: tx }, address);
  // `#` is not allowed in usernames, so this never blocks one.
  const nobody = `#deleted-${memberId}`;
  const moved = await erase(deps, tx, {
    caller,
    memberId,
    at: now,
    rest: {
      email: '',
      emailFolded: nobody,
      username: nobody,
      usernameFolded: nobody,
      chatName: null,
      passwordHash: '',
      meta: {},
      mailChoices: {},
      deletedEmailHash: deletedEmailHash(config, account.emailFolded),
    },
  });
  return moved !== null;
}

/** Addresses the member had, has or wanted. */
async function addressesOfChanges(tx: Tx, memberId: number): Promise<string[]> {
  const changes = await tx
    .select({ from: emailChanges.oldEmail, to: emailChanges.newEmail })
    .from(emailChanges)
    .where(eq(emailChanges.memberId, memberId));
  return changes.flatMap(({ from, to }) => [from, to]);
}

/** Recognizes the e-mail address of a deleted account without storing it. */
export const deletedEmailHash = (config: Pick<Config, 'secret'>, emailFolded: string): string =>
  keyedHash(config, 'deleted', emailFolded);

/** Lapses the whole balance of an erased account. `key` is the transfer's idempotency key. */
export async function lapseCredits(
  tx: Tx,
  { memberId, key, at }: { memberId: number; key: string; at: Date },
): Promise<void> {
  const from = { kind: 'member', owner: memberId } as const;
  const amount = await balanceOf(tx, from);
  if (amount === 0) return;
  await transfer(tx, {
    key,
    kind: 'lapse',
    from,
    to: { kind: 'house', owner: 'lapsed' },
    amount,
    reference: `member:${memberId}`,
    at,
  });
}

const DAY_MS = 24 * 3_600_000;

/** Logs the member out everywhere and schedules the erasure in DELETION_DAYS; a login before then cancels it. */
export async function deleteMember(deps: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  const at = deps.now();
  const eraseAt = new Date(at.getTime() + DELETION_DAYS * DAY_MS);
  await deps.db.transaction((tx) => leave(deps, tx, { caller, memberId, at, eraseAt }));
  return true;
}

/**
 * Deletes an account at once, for a member who asked by e-mail. Throws `badRequest.login.notExists`, also if it was
 * already deleted.
 */
export async function removeMember(
  deps: EraseDeps & Pick<Deps, 'db'>,
  caller: OperatorCaller,
  email: string,
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ memberId: members.id })
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    if (!row || !(await eraseMember(tx, deps, { ...row, caller, now })))
      throw new AppError('badRequest.login.notExists');
  });
}
