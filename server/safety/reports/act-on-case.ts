import { eq } from 'drizzle-orm';
import { type ReportState, reportStates } from '#contract/safety/report-calls.ts';
import type { Tx } from '#server/ports/database.ts';
import { stepsOf } from './case-reads.ts';
import { moveCase, type ReportCase } from './move-case.ts';
import type { Reported } from './store-report.ts';
import { reportCases } from './tables.ts';

interface Act {
  reported: Reported;
  /** Name of the operator. */
  by: string;
  statement: string;
  at: Date;
}

/** The state of a case that an act opened, until the act's own step. */
const OPENED: ReportState = 'received';

/**
 * Decides the case about a person by an act of the operator's own, and opens it if there is none. An appeal that was
 * waiting must not be lost: `reopen` makes it the last step again, after the mails.
 */
export async function actOnCase(
  tx: Tx,
  { reported, by, statement, at }: Act,
): Promise<{ before: ReportCase; decided: ReportCase; reopen: () => Promise<void> }> {
  const target = 'memberId' in reported ? reportCases.memberId : reportCases.performerId;
  // The version counts steps, and this act has no step of its own.
  const opened = { ...reported, state: OPENED, urgent: false, version: 0, openedAt: at, changedAt: at };
  await tx.insert(reportCases).values(opened).onConflictDoNothing({ target });
  const id = 'memberId' in reported ? reported.memberId : reported.performerId;
  const [found] = await tx.select({ id: reportCases.id }).from(reportCases).where(eq(target, id));
  if (!found) throw new Error('The case of an act was not stored');
  const actor = `operator:${by}`;
  const { before, after } = await moveCase(tx, {
    caseId: found.id,
    from: reportStates,
    actor,
    note: statement,
    at,
    to: () => ({ state: 'action', assignee: null, decidedBy: by }),
  });
  const reopen = async (): Promise<void> => {
    if (before.state !== 'appealed') return;
    const appeal = (await stepsOf(tx, found.id)).findLast(({ state }) => state === 'appealed');
    await moveCase(tx, {
      caseId: found.id,
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
