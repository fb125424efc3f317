import { FAILED_WORK_MAX, type retryWork as retryWorkCall } from '#contract/desk/house-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { failedWork, runAgain } from '#server/outbox/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Failed outbox work, given up first. Its payload may have addresses, texts and secret links, so it is not read. */
export async function listFailedWork(deps: Pick<Deps, 'db'>) {
  const rows = await failedWork(deps, FAILED_WORK_MAX);
  return rows.map(({ id, kind, attempts, runAt, doneAt, lastError, hasContent }) => ({
    work: id,
    kind,
    attempts,
    state: doneAt ? ('given-up' as const) : ('retrying' as const),
    at: (doneAt ?? runAt).toISOString(),
    lastError: withoutAddresses(lastError ?? ''),
    canRetry: hasContent,
  }));
}

/** A mail server names the recipient it refuses. */
const withoutAddresses = (error: string): string => error.replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…');

export async function retryWork(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { work }: Pick<ParsedInput<typeof retryWorkCall>, 'work'>,
): Promise<OutputOf<typeof retryWorkCall>> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    if (!(await runAgain(tx, { work, at }))) throw new AppError('badRequest.notFound');
    await recordAct(tx, by, { act: 'outbox.retried', subject: `work:${work}`, at });
  });
  return true;
}
