import { reportStates } from '#contract/safety/report-calls.ts';
import type { Tx } from '#server/ports/database.ts';
import { stepsOf } from './reads.ts';
import { moveCase, openCase, type ReportCase, type Reported } from './transitions.ts';

interface Act {
  reported: Reported;
  /** Name of the operator. */
  by: string;
  statement: string;
  at: Date;
}

/**
 * Decides the case about a person by an act of the operator's own, and opens it if there is none. An appeal that was
 * waiting must not be lost: `reopen` makes it the last step again, after the mails.
 */
export async function actOnCase(
  tx: Tx,
  { reported, by, statement, at }: Act,
): Promise<{ before: ReportCase; decided: ReportCase; reopen: () => Promise<void> }> {
  const caseId = await openCase(tx, reported, at);
  const actor = `operator:${by}`;
  const { before, after } = await moveCase(tx, {
    caseId,
    from: reportStates,
    actor,
    note: statement,
    at,
    to: () => ({ state: 'action', assignee: null, decidedBy: by }),
  });
  const reopen = async (): Promise<void> => {
    if (before.state !== 'appealed') return;
    const appeal = (await stepsOf(tx, caseId)).findLast(({ state }) => state === 'appealed');
    await moveCase(tx, {
      caseId,
      from: ['action'],
      actor: appeal?.actor ?? actor,
      at,
      note: appeal?.note ?? '',
      reportId: appeal?.reportId ?? null,
      to: () => ({ state: 'appealed', assignee: before.assignee }),
    });
  };
  return { before, decided: after, reopen };
}
