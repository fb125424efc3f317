import { createHmac } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Config } from '#server/config/config.ts';
import { type Account, balanceOf, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';

export interface WelcomeGrant {
  memberId: number;
  /** The verified address as uniqueness is decided on. */
  emailFolded: string;
  at: Date;
  config: Pick<Config, 'secret'>;
}

/**
 * Gives a verified address its welcome credits, once for ever: deleting the account and registering again
 * grants nothing. `credits` is the member's balance afterwards; push it after the commit when `granted`.
 */
export async function grantWelcome(
  tx: Tx,
  grant: WelcomeGrant,
): Promise<{ credits: number; granted: boolean }> {
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
    return { credits: moved.toBalance, granted: moved.created };
  } catch (error) {
    // The same address under an earlier account: the ledger refuses before it has written anything.
    if (!(error instanceof AppError && error.label === 'badRequest.idempotency.conflict')) throw error;
    return { credits: await balanceOf(tx, member), granted: false };
  }
}

/** Keyed, so that the books do not tell an address to who can only read them. */
function emailHash({ emailFolded, config }: WelcomeGrant): string {
  return createHmac('sha256', config.secret).update(`welcome\n${emailFolded}`).digest('hex');
}
