import { assignCase, notePolice } from '#contract/desk/reports/report-calls.ts';
import { factsField } from '#contract/safety/decisions.ts';
import { memberReasonSchema, reportReasonSchema } from '#contract/safety/report-calls.ts';
import { call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';
import { decideCase, type PostedDecision, performDecisionAct } from './decision-acts.ts';

const labels = {
  'badRequest.case.changed': 'cases.changed',
  'badRequest.case.state': 'cases.stateWrong',
} as const;

/** Carries out an act that the page of a case was asked for; null for an unknown one. */
export async function performCaseAct(posted: PostedDecision, id: number): Promise<ActResult | null> {
  const { typed, t, options } = posted;
  const act = typed('act');
  if (act === 'decide') return decideCase(posted, id);
  const reason = typed('reason');
  if (act === 'police') {
    const facts = factsField.safeParse(typed('facts'));
    if (!facts.success) return refusedAt('facts', t('cases.factsShape'));
    const input = { case: id, version: Number(typed('version')), facts: facts.data, reason };
    return performAct({ reason, t, labels, send: async () => void (await call(notePolice, input, options)) });
  }
  if (act !== 'take' && act !== 'hand-back') return performDecisionAct(posted);
  const to = act === 'take' ? 'me' : 'nobody';
  const input = { case: id, version: Number(typed('version')), to, reason } as const;
  return performAct({ reason, t, labels, send: async () => void (await call(assignCase, input, options)) });
}

/** The reason of a report, as its sender read it; a reason of an earlier version as it is stored. `about`: the person's key. */
export function reasonText(reason: string, about: string, t: Translate): string {
  if (about.startsWith('member:')) {
    const known = memberReasonSchema.safeParse(reason);
    return known.success ? t(`report.memberReasons.${known.data}`) : reason;
  }
  const known = reportReasonSchema.safeParse(reason);
  return known.success ? t(`report.reasons.${known.data}`) : reason;
}
