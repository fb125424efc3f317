import type { retryWork as call } from '#contract/desk/house-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { runAgain } from '#server/outbox/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function retryWork(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { work }: Pick<ParsedInput<typeof call>, 'work'>,
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    if (!(await runAgain(tx, { work, at }))) throw new AppError('badRequest.notFound');
    await recordAct(tx, by, { act: 'outbox.retried', subject: `work:${work}`, at });
  });
  return true;
}
