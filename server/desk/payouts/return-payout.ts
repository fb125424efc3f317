import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPayout } from '#server/wallet/payouts/reads.ts';
import { storeReturn } from '#server/wallet/payouts/store-payout.ts';
import { tellPayout } from './tell-payout.ts';

/** Gives back the credits of a payout whose bank transfer came back, and mails the performer; does nothing the second time. */
export async function returnPayout(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: Caller,
  { payout: id }: { payout: number },
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const payout = await holdPayout(tx, id);
    if (!payout) throw new AppError('badRequest.notFound');
    if (payout.returnedAt !== null) return;
    await storeReturn(tx, payout, { by: by.name, reason: by.reason ?? '', at });
    const subject = `performer:${payout.performerId}`;
    await tellPayout(deps, tx, 'payoutReturned', { ...payout, at });
    await recordAct(tx, by, { act: 'payout.returned', subject, at });
  });
  return true;
}
