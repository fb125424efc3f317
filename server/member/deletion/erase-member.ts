import { and, eq, isNull, lte } from 'drizzle-orm';
import { balanceOf, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { deletedEmailHash } from './email-hash.ts';

export type EraseDeps = Pick<Deps, 'config' | 'personalData'>;

export interface Erasure {
  memberId: number;
  now: Date;
  /** Leave an account alone whose deletion was not asked for, or not long enough ago. */
  onlyAsked?: boolean;
}

/** The row stays because the books refer to it; credits that are left lapse. False where nobody is left to erase. */
export async function eraseMember(
  tx: Tx,
  { config, personalData }: EraseDeps,
  { memberId, now, onlyAsked = false }: Erasure,
): Promise<boolean> {
  const isDue = onlyAsked ? lte(members.eraseAt, now) : undefined;
  const [account] = await tx
    .select({ emailFolded: members.emailFolded })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt), isDue))
    .for('update');
  if (!account) return false;
  await lapseCredits(tx, { memberId, key: `lapse:${memberId}`, at: now });
  for (const data of personalData) await data.erase(tx, memberId);
  // `#` is not allowed in usernames, so this never blocks one.
  const nobody = `#deleted-${memberId}`;
  await tx
    .update(members)
    .set({
      email: '',
      emailFolded: nobody,
      username: nobody,
      usernameFolded: nobody,
      chatName: null,
      passwordHash: '',
      meta: {},
      mailChoices: {},
      eraseAt: null,
      deletedAt: now,
      deletedEmailHash: deletedEmailHash(config, account.emailFolded),
    })
    .where(eq(members.id, memberId));
  return true;
}

/** Whatever an erased account has. `key`: of the transfer. */
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
