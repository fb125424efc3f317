import * as z from 'zod/mini';
import { trimBlank } from '../input.ts';

/** Characters. */
export const DECISION_TEXT_MAX = 2000;

/** Days in which each addressee may appeal: six months (DSA, article 20). */
export const APPEAL_DAYS = 183;

/** Minutes after which the reasons of an urgent measure are late. */
export const EXPLAIN_MINUTES = 10;

/**
 * What is decided: `none` after reports that lead to nothing; `stated` in a decision of an earlier version, whose text
 * says it.
 */
export const measures = [
  'none',
  'warn',
  'hide',
  'refuse-picture',
  'withdraw-message',
  'cut-stream',
  'cut-viewer',
  'block',
  'suspend',
  'stated',
] as const;
export type Measure = (typeof measures)[number];

/** Measures that a case can be decided by, for each kind of person. The others are taken where they are seen. */
export const caseMeasures = {
  performer: ['none', 'warn', 'hide', 'cut-stream', 'suspend'],
  member: ['none', 'warn', 'block'],
} as const satisfies Readonly<Record<string, readonly Measure[]>>;
export const caseMeasureSchema = z.enum(['none', 'warn', 'hide', 'cut-stream', 'suspend', 'block']);
export type CaseMeasure = z.infer<typeof caseMeasureSchema>;

/** Whether a measure may have an end; the others stay until they are undone. */
export const mayEnd = (measure: Measure): boolean =>
  measure === 'cut-stream' || measure === 'cut-viewer' || measure === 'suspend';

/** Measures whose reasons may follow: what is on now cannot wait. */
export const isUrgentMeasure = (measure: Measure): boolean =>
  measure === 'cut-stream' || measure === 'cut-viewer';

/**
 * Where a decision stands. `unexplained`: the measure is taken and its reasons are missing. The measure holds in all
 * states but the last two.
 */
export const decisionStates = [
  'unexplained',
  'standing',
  'appealed',
  'upheld',
  'overruled',
  'withdrawn',
] as const;
export type DecisionState = (typeof decisionStates)[number];

/** What a decision rests on: the law, a section of the terms by its number, or that nothing was broken. */
export const grounds = {
  minors: 'law',
  consent: 'law',
  coercion: 'law',
  threats: 'law',
  identity: 'law',
  fraud: 'law',
  privacy: 'law',
  'rules-respect': 4,
  'rules-contact': 4,
  'rules-recording': 4,
  'rules-people': 5,
  'rules-content': 5,
  'no-breach': 'none',
} as const satisfies Readonly<Record<string, 'law' | 'none' | number>>;
export type Ground = keyof typeof grounds;
export const groundNames = Object.keys(grounds) as [Ground, ...Ground[]];
export const groundSchema = z.enum(groundNames);

/** A decision without a measure says that nothing was broken; one with a measure says what was. */
export const fits = (measure: Measure, ground: Ground): boolean =>
  (measure === 'none') === (grounds[ground] === 'none');

/** The facts as the addressees read them; never names of others. */
export const factsField = z
  .string()
  .check(z.overwrite(trimBlank), z.minLength(10), z.maxLength(DECISION_TEXT_MAX));

export interface DecisionWords {
  readonly ground: Ground;
  readonly facts: string;
}
