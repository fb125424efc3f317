import * as calls from '#contract/desk/report-calls.ts';
import {
  memberReasonSchema,
  type Outcome,
  outcomes,
  reportReasonSchema,
} from '#contract/safety/report-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

interface Posted {
  readonly case: number;
  readonly t: Translate;
  readonly options: CallOptions;
}

const labels = {
  'badRequest.case.changed': 'cases.changed',
  'badRequest.case.state': 'cases.stateWrong',
  'badRequest.case.ownDecision': 'cases.own',
} as const;

/** Carries out an act that the page of a case was asked for; null for an unknown one. */
export async function performCaseAct(
  typed: (name: string) => string,
  { case: id, t, options }: Posted,
): Promise<ActResult | null> {
  const act = typed('act');
  const decision = { case: id, version: Number(typed('version')), reason: typed('reason') };
  const perform = (send: () => Promise<unknown>) =>
    performAct({ reason: decision.reason, t, labels, send: async () => void (await send()) });
  if (act === 'take' || act === 'hand-back') {
    const to = act === 'take' ? 'me' : 'nobody';
    return perform(() => call(calls.assignCase, { ...decision, to }, options));
  }
  if (act !== 'decide') return null;
  const outcome = outcomeNamed(typed('outcome'));
  if (!outcome) return refusedAt(null, t('cases.choose'));
  const statement = typed('statement');
  if (!calls.statementField.safeParse(statement).success)
    return refusedAt('statement', t('cases.statementShape'));
  return perform(() => call(calls.decideCase, { ...decision, outcome, statement }, options));
}

const outcomeNamed = (name: string): Outcome | undefined => outcomes.find((outcome) => outcome === name);

/** The reason of a report, as its sender read it; a reason of an earlier version as it is stored. `about`: the person's key. */
export function reasonText(reason: string, about: string, t: Translate): string {
  if (about.startsWith('member:')) {
    const known = memberReasonSchema.safeParse(reason);
    return known.success ? t(`report.memberReasons.${known.data}`) : reason;
  }
  const known = reportReasonSchema.safeParse(reason);
  return known.success ? t(`report.reasons.${known.data}`) : reason;
}
