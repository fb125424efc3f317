import { describe, expect, it } from 'vitest';
import {
  addToGoals,
  changeGoals,
  type Goals,
  goalView,
  noGoals,
  restartGoals,
  takeFromGoals,
} from './goals.ts';

const idOf = (text: string) => `id of ${text}`;
const goal = (text: string, amount: number, reached = false) => ({ id: idOf(text), text, amount, reached });
const newId = () => 'a new id';
type Changed = Parameters<typeof changeGoals>[1]['goals'];
const change = (before: Goals, goals: Changed, carriesOver = true) =>
  changeGoals(before, { goals, carriesOver }, newId);
const goalsOf = (change: Partial<Goals> = {}): Goals => ({
  goals: [goal('song', 300), goal('dance', 500), goal('cake', 1000)],
  carriesOver: true,
  collected: 0,
  ...change,
});
const shown = (goals: Goals) => {
  const view = goalView(goals);
  return view && [view.text, view.collected, view.place];
};

describe('goals', () => {
  it('run in order, and the view names the running one', () => {
    expect(goalView(goalsOf({ collected: 100 }))).toEqual({
      id: 'id of song',
      text: 'song',
      amount: 300,
      collected: 100,
      place: 1,
      of: 3,
    });
    expect(goalView(noGoals)).toBeNull();
  });

  it('are reached by a tip that completes them; the surplus counts for the next one if it carries over', () => {
    const { after, reached } = addToGoals(goalsOf({ collected: 200 }), 250);
    expect(shown(after)).toEqual(['dance', 150, 2]);
    expect(reached).toEqual([{ text: 'song', amount: 300 }]);
    expect(shown(addToGoals(goalsOf({ collected: 200, carriesOver: false }), 250).after)).toEqual([
      'dance',
      0,
      2,
    ]);
  });

  it('lose what was given back, but never below zero', () => {
    const take = (before: Goals, text: string, amount: number) => takeFromGoals(before, idOf(text), amount);
    expect(shown(take(goalsOf({ collected: 200 }), 'song', 150) ?? noGoals)).toEqual(['song', 50, 1]);
    expect(shown(take(goalsOf({ collected: 200 }), 'song', 250) ?? noGoals)).toEqual(['song', 0, 1]);
    expect(take(goalsOf({ collected: 200 }), 'dance', 100)).toBeNull();
    const behind = change(goalsOf({ collected: 200 }), [goal('cake', 100), goal('song', 300)]);
    const rest = take(behind, 'song', 150) ?? noGoals;
    expect(shown(addToGoals(rest, 100).after)).toEqual(['song', 50, 2]);
    expect(shown(addToGoals(take(rest, 'song', 150) ?? noGoals, 100).after)).toEqual(['song', 0, 2]);
  });

  it('keep their credits behind a new goal, and count them when they run again', () => {
    const before = change(goalsOf({ collected: 200 }), [goal('new', 500), goal('song', 300)]);
    expect(shown(before)).toEqual(['new', 0, 1]);
    expect(goalView(before)).not.toHaveProperty('kept');
    const tipped = addToGoals(before, 100).after;
    expect(shown(change(tipped, [goal('song', 300), goal('new', 500)]))).toEqual(['song', 200, 1]);
    expect(shown(addToGoals(tipped, 450).after)).toEqual(['song', 250, 2]);
    const dropped = addToGoals({ ...tipped, carriesOver: false }, 450);
    expect(shown(dropped.after)).toEqual(['song', 200, 2]);
    expect(addToGoals(tipped, 500).reached.map(({ text }) => text)).toEqual(['new', 'song']);
    expect(dropped.after.goals.map(({ kept }) => kept)).toEqual([undefined, undefined]);
    expect(shown(change(restartGoals(tipped), [goal('song', 300)]))).toEqual(['song', 0, 1]);
  });

  it('can be reached several at once only by a surplus that carries over', () => {
    expect(addToGoals(goalsOf(), 900).reached.map(({ text }) => text)).toEqual(['song', 'dance']);
    expect(addToGoals(goalsOf({ carriesOver: false }), 900).reached.map(({ text }) => text)).toEqual([
      'song',
    ]);
  });

  it('end with the last one, whose surplus is dropped', () => {
    const { after, reached } = addToGoals(goalsOf(), 5000);
    expect(shown(after)).toBeNull();
    expect(reached.length).toBe(3);
    expect(after.collected).toBe(0);
    expect(addToGoals(after, 100)).toEqual({ after, reached: [] });
  });

  it.each([
    ['another amount', [goal('song', 400), goal('dance', 500)], ['song', 200, 1]],
    ['a new goal after it', [goal('song', 300), goal('new', 500)], ['song', 200, 1]],
    ['a new goal before it', [goal('new', 500), goal('song', 300)], ['new', 0, 1]],
    ['another text', [{ ...goal('tune', 300), id: idOf('song') }], ['tune', 200, 1]],
    ['another goal', [goal('tune', 300)], ['tune', 0, 1]],
    ['its text without its id', [{ text: 'song', amount: 300 }], ['song', 200, 1]],
    ['an amount that is already collected', [goal('song', 150), goal('dance', 500)], ['dance', 50, 2]],
    ['an empty list', [], null],
  ])('keep what was collected while the running one stays first: %s', (_, goals, view) => {
    expect(shown(change(goalsOf({ collected: 200 }), goals))).toEqual(view);
  });

  it('have one id each, also when one takes the text of another', () => {
    const goals = [
      { ...goal('dance', 300), id: idOf('song') },
      { text: 'song', amount: 500 },
      goal('x', 100),
    ];
    expect(change(goalsOf(), goals).goals.map(({ id }) => id)).toEqual([
      idOf('song'),
      'a new id',
      'a new id',
    ]);
    const twice = [goal('song', 300), { text: 'dance', amount: 100 }, goal('cake', 1000)];
    expect(change(goalsOf(), twice).goals.map(({ id }) => id)).toEqual(['song', 'dance', 'cake'].map(idOf));
  });

  it('stay reached after a change until they begin again', () => {
    const before = goalsOf({ goals: [goal('song', 300, true), goal('dance', 500)], collected: 50 });
    const after = change(before, [goal('dance', 500), { ...goal('tune', 300), id: idOf('song') }], false);
    expect(shown(after)).toEqual(['dance', 50, 1]);
    expect(after.goals[1]?.reached).toBe(true);
    expect(shown(restartGoals(before))).toEqual(['song', 0, 1]);
  });
});
