import { AppError } from '#contract/errors.ts';
import { prices } from '#contract/wallet/prices.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Config } from '#server/config/config.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { keyedHash } from '#server/identity/seal.ts';
import { type Account, balanceOf, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payDebts } from '../returns/debts.ts';

interface WelcomeGrant {
  memberId: number;
  /** Folded as for uniqueness. */
  emailFolded: string;
  at: Date;
  config: Pick<Config, 'secret'>;
}

/** `credits` is the balance afterwards; push it after the commit if `granted`. */
export interface Welcome {
  credits: number;
  granted: boolean;
}

/** Grants the welcome credits once per e-mail address, also after deleting and registering again. */
export async function grantWelcome(tx: Tx, grant: WelcomeGrant): Promise<Welcome> {
  const member: Account = { kind: 'member', owner: grant.memberId };
  try {
    const moved = await transfer(tx, {
      key: `welcome:${emailHash(grant)}`,
      kind: 'welcome',
      from: { kind: 'house', owner: 'welcome' },
      to: member,
      amount: prices.welcome,
      reference: `member:${grant.memberId}`,
      at: grant.at,
    });
    return { credits: moved.balance, granted: moved.created };
  } catch (error) {
    // Another account has had this e-mail address: the ledger refused before writing anything.
    if (!(error instanceof AppError && error.label === 'badRequest.idempotency.conflict')) throw error;
    return { credits: await balanceOf(tx, member), granted: false };
  }
}

/** So that the books reveal no e-mail address. */
const emailHash = ({ emailFolded, config }: WelcomeGrant): string =>
  keyedHash(config, 'welcome', emailFolded);

/** Gives credits from the house. The member's debts are paid from them first. */
export async function creditMember(
  { db, now, newId }: Pick<Deps, 'db' | 'now' | 'newId'>,
  caller: OperatorCaller,
  { memberId, credits }: { memberId: number; credits: number },
): Promise<{ balance: number; debt: number }> {
  const at = now();
  const id = newId();
  return db.transaction(async (tx) => {
    const result = await transfer(tx, {
      key: `goodwill:${id}`,
      kind: 'goodwill',
      from: { kind: 'house', owner: 'goodwill' },
      to: { kind: 'member', owner: memberId },
      amount: credits,
      reference: `goodwill:${id}`,
      at,
    });
    const debt = await payDebts(tx, { memberId, source: `goodwill:${id}`, at });
    const subject = `transfer:${result.transferId}`;
    await recordAct(tx, caller, { act: 'member.credited', memberId, subject, details: { credits }, at });
    return { balance: result.balance - debt, debt };
  });
}
