import { desc, eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noteAppeal } from '#server/safety/decisions/appeals.ts';
import { decisions } from '#server/safety/decisions/tables.ts';
import { caseAbout, waitingReports } from '#server/safety/reports/reads.ts';
import type { Reported } from '#server/safety/reports/transitions.ts';
import { assignCase } from '../reports/assign-case.ts';
import { decide } from './decide.ts';
import { judgeDecision } from './judge-decision.ts';

const by = operatorCaller('root', 'read');
/** A sentence that is long enough. */
export const FACTS = 'We have looked at it.';
export const breach = { ground: 'rules-respect', facts: FACTS } as const;
const noBreach = { ground: 'no-breach', facts: FACTS } as const;

type Step = 'assigned' | 'handed-back' | 'none' | 'warn' | 'appealed' | 'upheld' | 'overruled';

/** Takes a step in the case about a person, as from the shell: a decision judges all reports that wait. */
export async function decideAbout(deps: Deps, about: Reported, step: Step): Promise<void> {
  const found = await caseAbout(deps.db, about);
  if (!found) throw new AppError('badRequest.notFound');
  if (step === 'assigned') await assignCase(deps, by, { case: found.id, to: 'me' });
  else if (step === 'handed-back') await assignCase(deps, by, { case: found.id, to: 'nobody' });
  else if (step === 'none' || step === 'warn') {
    const reports = (await waitingReports(deps.db, found.id)).map(({ number }) => number);
    await decide(deps, by, { about, measure: step, words: step === 'none' ? noBreach : breach, reports });
  } else {
    const [last] = await deps.db
      .select()
      .from(decisions)
      .where(eq(decisions.caseId, found.id))
      .orderBy(desc(decisions.id))
      .limit(1);
    const decision = last?.id ?? 0;
    if (step === 'appealed') await noteAppeal(deps, by, { decision, text: 'This is not right.' });
    else await judgeDecision(deps, by, { decision, outcome: step, verdict: FACTS });
  }
}
