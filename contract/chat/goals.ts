import * as z from 'zod/mini';
import { type LineTexts, lineTextsSchema } from './line-texts.ts';
import type { Goal } from './tip-menu.ts';

/** The running goal of a room, as its viewers and its performer see it. Amounts in credits. */
export const goalViewSchema = z.object({
  id: z.string(),
  text: z.string(),
  texts: lineTextsSchema,
  amount: z.int(),
  /** From tips, including a surplus that was carried over. */
  collected: z.int(),
  /** Counts from 1. */
  place: z.int(),
  /** Number of goals. */
  of: z.int(),
});
export type GoalView = z.infer<typeof goalViewSchema>;

export interface StoredGoal extends Goal {
  /** Stays when text, amount or place change. */
  readonly id: string;
  readonly reached: boolean;
}

/** A room's goals, worked on in order: the first one that was not reached is running. */
export interface Goals {
  readonly goals: readonly StoredGoal[];
  /** Whether the surplus of a reached goal counts for the next one. */
  readonly carriesOver: boolean;
  /** Credits collected for the running goal. */
  readonly collected: number;
}

export const noGoals: Goals = { goals: [], carriesOver: false, collected: 0 };

const runningAt = (goals: readonly StoredGoal[]): number => goals.findIndex(({ reached }) => !reached);

/** Null without goals, and after the last one was reached. */
export function goalView({ goals, collected }: Goals): GoalView | null {
  const at = runningAt(goals);
  const goal = goals[at];
  if (!goal) return null;
  const { reached: _, ...shown } = goal;
  return { ...shown, collected, place: at + 1, of: goals.length };
}

/** The goals after a tip of this many credits, and which of them it reached. */
export function addToGoals(before: Goals, amount: number): { after: Goals; reached: readonly Goal[] } {
  const goals = [...before.goals];
  const reached: Goal[] = [];
  let collected = before.collected + amount;
  for (let at = runningAt(goals); at !== -1; at = runningAt(goals)) {
    const goal = goals[at];
    if (!goal || collected < goal.amount) return { after: { ...before, goals, collected }, reached };
    goals[at] = { ...goal, reached: true };
    const { id: _, reached: __, ...done } = goal;
    reached.push(done);
    collected = before.carriesOver ? collected - goal.amount : 0;
  }
  return { after: { ...before, goals, collected: 0 }, reached };
}

/** The goals after a part of a tip was given back. A goal that was reached stays reached. */
export const takeFromGoals = (before: Goals, amount: number): Goals => ({
  ...before,
  collected: Math.max(0, before.collected - amount),
});

/** Without an id: new, or found by its text. */
type DraftGoal = Goal & { readonly id?: string | undefined };

interface GoalList {
  readonly goals: readonly DraftGoal[];
  readonly carriesOver: boolean;
}

/**
 * The goals after the performer changed the list. Reached goals stay reached; the running goal keeps its credits while it
 * is still the first to be reached, also with another text.
 */
export function changeGoals(before: Goals, { goals, carriesOver }: GoalList, newId: () => string): Goals {
  const ids = idsOf(before.goals, goals);
  const done = new Set(before.goals.filter(({ reached }) => reached).map(({ id }) => id));
  const changed = goals.map((goal, at): StoredGoal => {
    const id = ids[at] ?? newId();
    return { ...goal, id, reached: done.has(id) };
  });
  const running = goalView(before);
  const stays = running !== null && running.id === changed[runningAt(changed)]?.id;
  const after: Goals = { goals: changed, carriesOver, collected: stays ? before.collected : 0 };
  // A lower amount may already be collected.
  return addToGoals(after, 0).after;
}

/** A goal without a stored id is the one with its text that no other names; undefined for a new one. */
function idsOf(stored: readonly StoredGoal[], goals: readonly DraftGoal[]): (string | undefined)[] {
  const isStored = (id: string | undefined) => stored.some((goal) => goal.id === id);
  const taken = new Set(goals.flatMap(({ id }) => (id !== undefined && isStored(id) ? [id] : [])));
  return goals.map(({ id, text }) =>
    id !== undefined && taken.has(id)
      ? id
      : stored.find((one) => one.text === text && !taken.has(one.id))?.id,
  );
}

/** Begins with the first goal again; nothing is collected. */
export const restartGoals = (before: Goals): Goals => ({
  ...before,
  goals: before.goals.map((goal) => ({ ...goal, reached: false })),
  collected: 0,
});

/** What a goal is called, in the performer's words and in other languages. */
export interface GoalTexts {
  readonly text: string;
  readonly texts?: LineTexts;
}

/** Pushed to a room, including the performer's own sockets. */
export interface GoalPushes {
  /** A tip was counted, or the performer changed her goals; `reached` are the goals that the tip reached. */
  'room-goal': { room: number; goal: GoalView | null; reached: GoalTexts[] };
  /** The performer changed what viewers can choose from: it is read again. */
  'room-menu': { room: number };
}
