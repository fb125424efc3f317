import { actsOfValue } from '#contract/desk/value/acts-of-value.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { AuditedAct } from '#server/events.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { deskRequests } from '../tables.ts';

interface Step {
  by: Caller;
  /** What the log says of the step; null if the act has a row of its own. */
  act: AuditedAct | null;
  at: Date;
}

/**
 * An act of value. `asked` lasts no longer than its transaction; so does `approved`, except for what the operator who asked
 * may now read.
 */
export const requestMachine = stateMachine<typeof deskRequests, Step, object>({
  table: deskRequests,
  first: 'asked',
  transitions: {
    asked: ['done', 'waiting'],
    waiting: ['approved', 'refused', 'expired'],
    approved: ['done', 'expired'],
    done: [],
    refused: [],
    expired: [],
  },
  follows: {
    waiting: [recordStep],
    approved: [recordStep],
    refused: [recordStep],
  },
});

async function recordStep(
  _: object,
  tx: Tx,
  { rows, why: { by, act, at } }: Moved<typeof deskRequests, Step>,
): Promise<void> {
  if (act === null) return;
  for (const { memberId, subject, act: ask, value } of rows) {
    const details = { ask, value: actsOfValue[ask].unit === 'cents' ? value : null };
    await recordAct(tx, by, { act, subject, details, ...(memberId !== null && { memberId }), at });
  }
}
