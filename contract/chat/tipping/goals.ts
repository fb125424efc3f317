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
  /** Credits collected before another goal was put first; they count again when it runs again. Missing for none. */
  readonly kept?: number;
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

const noGoal: StoredGoal = { id: '', text: '', amount: 0, reached: true };

const keeping = (goal: StoredGoal, kept: number): StoredGoal => (kept > 0 ? { ...goal, kept } : goal);

const runningAt = (goals: readonly StoredGoal[]): number => goals.findIndex(({ reached }) => !reached);

/** Null without goals, and after the last one was reached. */
export function goalView({ goals, collected }: Goals): GoalView | null {
  const at = runningAt(goals);
  const goal = goals[at];
  if (!goal) return null;
  const { reached: _, kept: __, ...shown } = goal;
  return { ...shown, collected, place: at + 1, of: goals.length };
}

/** Makes what the running goal has kept part of what is collected for it. */
function takeUpKept(before: Goals): Goals {
  const at = runningAt(before.goals);
  const { kept = 0, ...goal } = before.goals[at] ?? noGoal;
  if (kept === 0) return before;
  return { ...before, goals: before.goals.with(at, goal), collected: before.collected + kept };
}

/** The goals after a tip of this many credits, and which of them it reached. */
export function addToGoals(before: Goals, amount: number): { after: Goals; reached: readonly Goal[] } {
  const reached: Goal[] = [];
  let after = takeUpKept({ ...before, collected: before.collected + amount });
  for (let at = runningAt(after.goals); at !== -1; at = runningAt(after.goals)) {
    const { goals, collected } = after;
    const goal = goals[at];
    if (!goal || collected < goal.amount) return { after, reached };
    const { id: _, reached: __, ...done } = goal;
    reached.push(done);
    const surplus = before.carriesOver ? collected - goal.amount : 0;
    after = takeUpKept({ ...after, goals: goals.with(at, { ...goal, reached: true }), collected: surplus });
  }
  return { after: { ...after, collected: 0 }, reached };
}

/**
 * The goals after a part of a tip was given back that counted for one of them. A goal that was reached stays reached.
 * Null if the goal has nothing of it.
 */
export function takeFromGoals(before: Goals, goalId: string, amount: number): Goals | null {
  if (goalView(before)?.id === goalId)
    return { ...before, collected: Math.max(0, before.collected - amount) };
  const at = before.goals.findIndex(({ id, kept }) => id === goalId && kept !== undefined);
  const { kept = 0, ...goal } = before.goals[at] ?? noGoal;
  return at === -1 ? null : { ...before, goals: before.goals.with(at, keeping(goal, kept - amount)) };
}

/** Without an id: new, or found by its text. */
type DraftGoal = Goal & { readonly id?: string | undefined };

interface GoalList {
  readonly goals: readonly DraftGoal[];
  readonly carriesOver: boolean;
}

/**
 * The goals after the performer changed the list. Reached goals stay reached. The running goal keeps its credits, also
 * with another text; behind another one it keeps them until it runs again.
 */
export function changeGoals(before: Goals, { goals, carriesOver }: GoalList, newId: () => string): Goals {
  const ids = idsOf(before.goals, goals);
  const running = goalView(before);
  const changed = goals.map((goal, at): StoredGoal => {
    const id = ids[at] ?? newId();
    const known = before.goals.find((one) => one.id === id);
    const kept = id === running?.id ? before.collected : known?.kept;
    return keeping({ ...goal, id, reached: known?.reached ?? false }, kept ?? 0);
  });
  // A lower amount may already be collected.
  return addToGoals({ goals: changed, carriesOver, collected: 0 }, 0).after;
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
  goals: before.goals.map(({ kept: _, ...goal }) => ({ ...goal, reached: false })),
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
