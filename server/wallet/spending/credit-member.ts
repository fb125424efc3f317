import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payDebts } from '../returns/debts.ts';

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
    await recordAct(tx, caller, { act: 'member.credited', memberId, subject, at });
    return { balance: result.balance - debt, debt };
  });
}
