import { startOfDay } from '#contract/day.ts';
import type { suspendPerformer as call } from '#contract/desk/performer-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { addWork } from '#server/outbox/work.ts';
import { storeSuspension } from '#server/performers/records/suspension.ts';
import { voidKey } from '#server/performers/whip-key/change-key.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './hold-present.ts';
import { suspensionEndWork } from './lift-suspension.ts';
import { tellSuspended } from './tell-suspension.ts';

type Input = Pick<ParsedInput<typeof call>, 'performer' | 'statement' | 'until'>;

/**
 * Keeps a performer from the site: ends her logins and her broadcast (within two seconds, also from the shell), leaves
 * her out of every list and answers as if she did not exist. On the day `until` she may return. Throws
 * `badRequest.performer.state` if she is suspended already.
 */
export async function suspendPerformer(
  deps: Pick<Deps, 'config' | 'newId'> & EndDeps,
  caller: Caller,
  { performer: performerId, statement, until: day }: Input,
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  const until = day === undefined ? null : startOfDay(day);
  if (until && until <= at) throw new AppError('badRequest.invalid.input', { fields: ['until'] });
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    const suspension = await storeSuspension(tx, { performerId, statement, until, by: by.name, at });
    if (suspension === null) throw new AppError('badRequest.performer.state');
    if (until) await addWork(tx, suspensionEndWork, { payload: { performerId, suspension }, runAt: until });
    await endSessions({ ...deps, db: tx }, { performerId });
    await voidKey(tx, { performerId, at });
    await tellSuspended(deps, tx, { performerId, statement, until, at });
    await recordAct(tx, by, { act: 'performer.suspended', subject: `performer:${performerId}`, at });
  });
  return true;
}
