import type { openIdentity as call } from '#contract/desk/performer-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { consentsOf, identityOf, openCoPerformers, openRecord } from '#server/performers/records/identity.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** Opens a sealed record, also of a removed performer. The audit row names who did and why, never what was read. */
export async function openIdentity(
  { db, config, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { performer: performerId }: { performer: number },
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  return db.transaction(async (tx) => {
    if (!(await performersFor({ db: tx }, inHouse).byId(performerId)))
      throw new AppError('badRequest.performer.notExists');
    const row = await identityOf(tx, performerId);
    if (!row) throw new AppError('badRequest.identity.missing');
    const identity = openRecord(config.secret, row);
    const coPerformers = openCoPerformers(config.secret, await consentsOf(tx, performerId));
    if (!identity || !coPerformers) throw new AppError('badRequest.identity.sealed');
    const subject = `performer:${performerId}`;
    await recordAct(tx, by, { act: 'performer.identity-opened', subject, at: now() });
    return { ...identity, checkedBy: row.checkedBy, checkedOn: row.checkedOn, coPerformers };
  });
}
