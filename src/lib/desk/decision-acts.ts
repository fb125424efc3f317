import * as calls from '#contract/desk/reports/decision-calls.ts';
import {
  type CaseMeasure,
  caseMeasureSchema,
  type DecisionWords,
  factsField,
  groundSchema,
  mayEnd,
} from '#contract/safety/decisions.ts';
import { placesIn } from '#contract/safety/hidden-places.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { MessageKey, Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

/** A posted form: `typed` its fields, `chosen` the values of a group of check boxes. */
export interface PostedDecision {
  readonly typed: (name: string) => string;
  readonly chosen: (name: string) => readonly string[];
  readonly t: Translate;
  readonly options: CallOptions;
}

/** The field of ground and facts that is wrong, and what is wrong with it. */
export function refuseWords(
  typed: PostedDecision['typed'],
): readonly [field: string, message: MessageKey] | null {
  if (!groundSchema.safeParse(typed('ground')).success) return ['ground', 'cases.groundChoose'];
  return factsField.safeParse(typed('facts')).success ? null : ['facts', 'cases.factsShape'];
}

/** Ground and facts of a form that `refuseWords` accepts. */
export const wordsIn = (typed: PostedDecision['typed']): DecisionWords => ({
  ground: groundSchema.parse(typed('ground')),
  facts: typed('facts'),
});

const labels = {
  'badRequest.case.changed': 'cases.changed',
  'badRequest.case.state': 'cases.stateWrong',
  'badRequest.case.ownDecision': 'cases.own',
  'badRequest.forbidden': 'cases.notYours',
  'badRequest.invalid.input': 'cases.choose',
  'badRequest.performer.state': 'records.suspension.already',
  'badRequest.place.notExists': 'records.places.unknown',
  'badRequest.place.region': 'records.places.countriesOnly',
} as const;

type Perform = (send: () => Promise<unknown>) => Promise<ActResult>;

const performing =
  ({ typed, t }: PostedDecision): Perform =>
  (send) =>
    performAct({ reason: typed('reason'), t, labels, send: async () => void (await send()) });

/** What a measure needs beside its words: an end for those that have one, places for hiding. */
function extentOf(typed: PostedDecision['typed'], measure: CaseMeasure) {
  const until = mayEnd(measure) && typed('until') !== '' ? typed('until') : undefined;
  return { until, places: measure === 'hide' ? (placesIn(typed('places')) ?? []) : [] };
}

/** Decides in a case. */
export async function decideCase(posted: PostedDecision, id: number): Promise<ActResult> {
  const { typed, chosen, t, options } = posted;
  const measure = caseMeasureSchema.safeParse(typed('measure'));
  if (!measure.success) return refusedAt('measure', t('cases.choose'));
  const wrong = refuseWords(typed);
  if (wrong) return refusedAt(wrong[0], t(wrong[1]));
  const seen = { case: id, version: Number(typed('version')) };
  const decision = { ...seen, measure: measure.data, ...wordsIn(typed), ...extentOf(typed, measure.data) };
  const input = { ...decision, reports: [...chosen('reports')], reason: typed('reason') };
  return performing(posted)(() => call(calls.decideCase, input, options));
}

const verdictField = calls.withdrawDecision.input.shape.verdict;

/** Explains, judges or withdraws the decision that the form is of; null for another act. */
export async function performDecisionAct(posted: PostedDecision): Promise<ActResult | null> {
  const { typed, chosen, t, options } = posted;
  const [reason, act] = [typed('reason'), typed('act')];
  const seen = { decision: idIn(typed('of')), version: Number(typed('version')) };
  const perform = performing(posted);
  if (act === 'explain') {
    const wrong = refuseWords(typed);
    if (wrong) return refusedAt(wrong[0], t(wrong[1]));
    const input = { ...seen, ...wordsIn(typed), reports: [...chosen('reports')], reason };
    return perform(() => call(calls.explainDecision, input, options));
  }
  if (act !== 'judge' && act !== 'withdraw') return null;
  const verdict = typed('verdict');
  if (!verdictField.safeParse(verdict).success) return refusedAt('verdict', t('cases.verdictShape'));
  if (act === 'withdraw')
    return perform(() => call(calls.withdrawDecision, { ...seen, verdict, reason }, options));
  const outcome = (['upheld', 'overruled'] as const).find((one) => one === typed('outcome'));
  if (!outcome) return refusedAt(null, t('cases.choose'));
  const input = { ...seen, outcome, verdict, reason };
  return perform(() => call(calls.judgeDecision, input, options));
}
