import { firstOutcomes } from '#contract/safety/report.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { moveCase } from '#server/safety/reports/move-case.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';

/**
 * Notes an appeal of the reported person that came by letter or phone. Throws `badRequest.notFound` and
 * `badRequest.case.state`.
 */
export async function noteAppeal(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  caseId: number,
): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    const { after } = await moveCase(tx, {
      caseId,
      from: firstOutcomes,
      actor: `operator:${caller.name}`,
      at,
      ...(caller.reason !== null && { note: caller.reason }),
      to: () => ({ state: 'appealed', assignee: null }),
    });
    const subject = keyOfReported(reportedIn(after));
    await recordAct(tx, caller, { act: 'report.appealed', subject, at });
  });
}
