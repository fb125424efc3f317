import { dayOf } from '#contract/day.ts';
import type { recordConsent as call } from '#contract/desk/performer-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { storeConsent } from '#server/performers/records/identity.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './hold-present.ts';

type Input = Omit<ParsedInput<typeof call>, 'reason'>;

/** Throws `badRequest.performer.state` if this version is recorded for that day already. */
export async function recordConsent(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { performer: performerId, version, acceptedOn, coPerformers }: Input,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  if (acceptedOn > dayOf(at)) throw new AppError('badRequest.invalid.input', { fields: ['acceptedOn'] });
  const consent = { performerId, version, acceptedOn, coPerformers, recordedBy: by.name, at };
  await db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    if (!(await storeConsent(tx, config.secret, consent))) throw new AppError('badRequest.performer.state');
    await recordAct(tx, by, {
      act: 'performer.consent-recorded',
      subject: `performer:${performerId}`,
      at,
    });
  });
  return true;
}
