import { FAILED_WORK_MAX } from '#contract/desk/house-calls.ts';
import { failedWork } from '#server/outbox/reads.ts';
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
