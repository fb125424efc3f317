import { AppError } from '#contract/errors.ts';
import {
  type DecisionWords,
  fits,
  isUrgentMeasure,
  type Measure,
  mayEnd,
} from '#contract/safety/decisions.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { tellDecided } from '#server/safety/decisions/tell.ts';
import {
  type Decision,
  type HeldDecision,
  holdCase,
  insertDecision,
  moveDecision,
  settleCase,
} from '#server/safety/decisions/transitions.ts';
import { type Report, waitingReports } from '#server/safety/reports/reads.ts';
import { keyOfReported } from '#server/safety/reports/store-report.ts';
import { judgeReports, openCase, type Reported } from '#server/safety/reports/transitions.ts';
import { pictureKey } from '#server/studio/pictures/change-pictures.ts';
import { type DecideDeps, type Details, measureOf, runningOf, type Taking } from './measures.ts';

export interface NewDecision extends Details {
  readonly about: Reported;
  readonly measure: Measure;
  /** The version of the case that was seen; undefined outside of a case and in the shell. */
  readonly version?: number | undefined;
  /** Null for a measure without an end. */
  readonly endsAt?: Date | null;
  /** Null if they follow: only for what cannot wait. */
  readonly words: DecisionWords | null;
  /** Numbers of the waiting reports that it judges; the others of the case stay open. */
  readonly reports?: readonly string[];
  /** The room of a cut viewer. */
  readonly roomId?: number;
  /** The refused picture. */
  readonly objectId?: number;
  /** Where a performer is hidden. */
  readonly places?: readonly string[];
}

/** Throws `badRequest.invalid.input`. */
function requireSound(
  { measure, endsAt = null, words, places = [], reports = [] }: NewDecision,
  now: Date,
): void {
  const wrong = [
    words === null && (!isUrgentMeasure(measure) || reports.length > 0) && 'facts',
    words !== null && !fits(measure, words.ground) && 'ground',
    endsAt !== null && (!mayEnd(measure) || endsAt <= now) && 'until',
    measure === 'none' && reports.length === 0 && 'reports',
    (measure === 'hide') !== places.length > 0 && 'places',
  ].filter((field) => field !== false);
  if (wrong.length > 0) throw new AppError('badRequest.invalid.input', { fields: wrong });
}

/** Runs a transaction, and then what its measures leave for the running product. */
export async function withMeasures<Result>(
  deps: DecideDeps,
  act: (tx: Tx, after: Taking['after']) => Promise<Result>,
): Promise<Result> {
  const runs: ((deps: Deps) => Promise<void>)[] = [];
  const result = await deps.db.transaction((tx) => act(tx, (run) => runs.push(run)));
  const running = runningOf(deps);
  if (running) for (const run of runs) await run(running);
  return result;
}

/**
 * The one door to a measure against a person: stores the decision, takes the measure, judges the reports it names, and
 * queues the statements. Returns the id. Throws `badRequest.invalid.input`, `badRequest.case.changed` if the case is not
 * as it was seen, and what the measure throws.
 */
export async function decide(deps: DecideDeps, by: OperatorCaller, input: NewDecision): Promise<number> {
  const { about: reported, measure, endsAt = null, words, reports: numbers = [] } = input;
  const at = deps.now();
  requireSound(input, at);
  return withMeasures(deps, async (tx, after) => {
    const about = await holdCase(tx, await openCase(tx, reported, at), input.version);
    const row = await insertDecision(tx, {
      caseId: about.id,
      measure,
      endsAt,
      roomId: input.roomId ?? null,
      objectId: input.objectId ?? null,
      places: [...(input.places ?? [])],
      decidedBy: by.name,
      decidedAt: at,
      ...words,
    });
    const taken = measureOf.get(measure);
    const remembered = await taken?.enact({ deps, tx, by, decision: row, about, after }, input);
    const decision = { ...row, ...remembered };
    const judged = await judge(tx, decision, numbers);
    const actor = `operator:${by.name}`;
    if (words)
      await explain(deps, tx, { decision, about, remembered, words, judged, actor, noted: 'decided', at });
    else await settleCase(tx, about.id, { actor, decisionId: row.id, noted: 'decided', at });
    await recordDecided(tx, by, { decision, reported, at });
    return row.id;
  });
}

/** Judges waiting reports by their numbers. */
export async function judge(
  tx: Tx,
  { id: decisionId, caseId, measure }: Decision,
  numbers: readonly string[],
): Promise<Report[]> {
  const waiting = numbers.length === 0 ? [] : await waitingReports(tx, caseId, numbers);
  if (waiting.length < new Set(numbers).size) throw new AppError('badRequest.case.changed');
  await judgeReports(tx, {
    caseId,
    ids: waiting.map(({ id }) => id),
    decisionId,
    unfounded: measure === 'none',
  });
  return waiting;
}

interface Explaining extends HeldDecision {
  /** What the measure left to remember. */
  remembered?: Partial<Decision> | undefined;
  words: DecisionWords;
  judged: readonly Report[];
  actor: string;
  noted: 'decided' | 'explained';
  at: Date;
}

/** Gives a decision its ground and facts, and tells everybody concerned. */
export async function explain(
  deps: DecideDeps,
  tx: Tx,
  { decision, about, remembered, words, judged, actor, noted, at }: Explaining,
): Promise<void> {
  const set = { ...remembered, ...words, explainedAt: at };
  const moved = await moveDecision(tx, decision, {
    to: 'standing',
    set,
    actor,
    note: words.facts,
    noted,
    at,
  });
  await tellDecided(deps, tx, { decision: moved, about, judged, at });
}

async function recordDecided(
  tx: Tx,
  by: OperatorCaller,
  { decision, reported, at }: { decision: Decision; reported: Reported; at: Date },
): Promise<void> {
  const { measure, objectId } = decision;
  const act = measureOf.get(measure)?.act ?? null;
  if (act === null) return;
  const of = 'memberId' in reported && { memberId: reported.memberId };
  const isPicture = measure === 'refuse-picture' && objectId !== null;
  const subject = isPicture ? pictureKey(objectId) : keyOfReported(reported);
  await recordAct(tx, by, { act, subject, details: detailsOf(decision), at, ...of });
}

/** What the row of the log says of an act on a decision. */
export const detailsOf = ({ id, ground, endsAt }: Decision) => ({
  decision: id,
  ground,
  until: endsAt?.toISOString() ?? null,
});
