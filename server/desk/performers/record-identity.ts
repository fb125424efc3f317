import { dayOf } from '#contract/day.ts';
import type { recordIdentity as call } from '#contract/desk/performer-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { adultFrom, isAdult } from '#contract/performers/adult.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { storeIdentity } from '#server/performers/records/identity.ts';
import { forgetRealName } from '#server/performers/records/real-name.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './hold-present.ts';

type Input = Pick<ParsedInput<typeof call>, 'performer' | 'identity' | 'checkedOn'>;

/**
 * Seals what an operator has read from a performer's document. Another record waits for approval again. Throws
 * `badRequest.identity.minor` if she was under eighteen on the day of the check.
 */
export async function recordIdentity(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'part'>,
  caller: Caller,
  { performer: performerId, identity, checkedOn }: Input,
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  if (checkedOn > dayOf(at)) throw new AppError('badRequest.invalid.input', { fields: ['checkedOn'] });
  if (adultFrom(identity.dateOfBirth) > checkedOn || !isAdult(identity.dateOfBirth, at))
    throw new AppError('badRequest.identity.minor');
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    const checked = { performerId, identity, checkedOn, checkedBy: by.name, at };
    await storeIdentity(tx, deps.config.secret, checked);
    await recordAct(tx, by, {
      act: 'performer.identity-recorded',
      subject: `performer:${performerId}`,
      at,
    });
    tx.afterCommit(() => forgetRealName(deps, performerId));
  });
  return true;
}
