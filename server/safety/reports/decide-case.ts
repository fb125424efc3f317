import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type ReportDecision, type ReportState, reportDecisions } from '#contract/safety/report.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { findPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keyOfReported } from './store-report.ts';
import { reportCases, reportSteps } from './tables.ts';

interface Decision {
  /** A performer's username, or a member's id. */
  about: { username: string } | { memberId: number };
  decision: ReportDecision;
}

/**
 * Throws `badRequest.performer.notExists`, `badRequest.notFound` without a report, and an error sentence if the case's
 * state does not allow the decision.
 */
export async function decideCase(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  { about, decision }: Decision,
): Promise<void> {
  const reported = 'memberId' in about ? about : await performerNamed(deps, about.username);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(reportCases)
      .where(
        'memberId' in reported
          ? eq(reportCases.memberId, reported.memberId)
          : eq(reportCases.performerId, reported.performerId),
      )
      .for('update');
    if (!found) throw new AppError('badRequest.notFound');
    const from: readonly ReportState[] = reportDecisions[decision];
    if (!from.includes(found.state))
      throw new Error(`Reports in state ${found.state} cannot become ${decision}`);
    const version = found.version + 1;
    await tx
      .update(reportCases)
      .set({ state: decision, version, changedAt: at })
      .where(eq(reportCases.id, found.id));
    const actor = `operator:${caller.name}`;
    await tx.insert(reportSteps).values({ caseId: found.id, version, state: decision, actor, at });
    await recordAct(tx, caller, { act: 'report.decided', subject: keyOfReported(reported), at });
  });
}

async function performerNamed(deps: Pick<Deps, 'db'>, username: string): Promise<{ performerId: number }> {
  const performer = await findPerformer(deps, username);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return { performerId: performer.id };
}
