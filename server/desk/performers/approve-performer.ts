import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { approveIdentity } from '#server/performers/records/identity.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './hold-present.ts';

/** Throws `badRequest.identity.missing` without a record. */
export async function approvePerformer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { performer: performerId }: { performer: number },
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    if (!(await approveIdentity(tx, { performerId, by: by.name, at })))
      throw new AppError('badRequest.identity.missing');
    await recordAct(tx, by, { act: 'performer.approved', subject: `performer:${performerId}`, at });
  });
  return true;
}
