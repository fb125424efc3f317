import { AppError } from '#contract/errors.ts';
import type { ReportDecision } from '#contract/safety/report-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { caseAbout } from '#server/safety/reports/reads.ts';
import type { Reported } from '#server/safety/reports/transitions.ts';
import { assignCase, decideCase, noteAppeal } from './decide-case.ts';

const by = operatorCaller('root', 'read');

/** Takes or decides the case about a person, as from the shell. */
export async function decideAbout(
  deps: Deps,
  reported: Reported,
  step: ReportDecision | 'handed-back',
): Promise<void> {
  const found = await caseAbout(deps.db, reported);
  if (!found) throw new AppError('badRequest.notFound');
  if (step === 'assigned') await assignCase(deps, by, { case: found.id, to: 'me' });
  else if (step === 'handed-back') await assignCase(deps, by, { case: found.id, to: 'nobody' });
  else if (step === 'appealed') await noteAppeal(deps, by, found.id);
  else await decideCase(deps, by, { case: found.id, outcome: step, statement: 'We have looked at it.' });
}
