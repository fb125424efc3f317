import { describe, expect, it } from 'vitest';
import {
  GOAL_MAX,
  goalListSchema,
  itemOf,
  LINE_MAX,
  MENU_MAX,
  menuFor,
  menuSchema,
  refuseLines,
} from './tip-menu.ts';

const menu = [{ name: 'Song', price: 200 }];
const vipMenu = [{ name: 'Poem', price: 300 }];
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `${at}`, price: 100 }));

describe('a tip menu', () => {
  it.each([
    [items(MENU_MAX), true],
    [items(MENU_MAX + 1), false],
    [[{ name: '👩‍👩‍👧'.repeat(LINE_MAX), price: 100 }], true],
    [[{ name: 'x'.repeat(LINE_MAX + 1), price: 100 }], false],
    [[{ name: ' \u200b ', price: 100 }], false],
    [[{ name: 'Song', price: 99 }], false],
    [[{ name: 'Song', price: 100_001 }], false],
    [[...menu, { name: ' Song ', price: 300 }], false],
  ])('%j', (list, isValid) => {
    expect(menuSchema.safeParse(list).success).toBe(isValid);
  });

  it('is stored on one line, trimmed', () => {
    expect(menuSchema.parse([{ name: ' A\n song ', price: 100 }])).toEqual([{ name: 'A song', price: 100 }]);
  });

  it('is the VIP one in a show, unless that is empty', () => {
    expect(menuFor('vip', { menu, vipMenu })).toBe(vipMenu);
    expect(menuFor('vip', { menu, vipMenu: [] })).toBe(menu);
    expect(menuFor('free', { menu, vipMenu })).toBe(menu);
  });

  it('offers an item at its price only', () => {
    const offered = [
      { name: 'Song', price: 200 },
      { name: 'Song', price: 100 },
      { name: 'song', price: 200 },
    ];
    expect(offered.map((item) => itemOf(menu, item) !== undefined)).toEqual([true, false, false]);
  });
});

it('goals are at most eight, each text once', () => {
  const goals = (count: number) => items(count).map(({ name: text, price: amount }) => ({ text, amount }));
  const valid = [goals(8), goals(9), [...goals(1), ...goals(1)], [{ text: 'x', amount: GOAL_MAX + 1 }]];
  expect(valid.map((list) => goalListSchema.safeParse(list).success)).toEqual([true, false, false, false]);
});

it('the form is told which line is refused, and why', () => {
  const lines = [
    { text: 'Song', amount: 100 },
    { text: ' ', amount: 99 },
    { text: 'x'.repeat(LINE_MAX + 1), amount: null },
    { text: ' Song', amount: 200_000 },
  ];
  const twice = { text: 'twice' };
  const others = { 1: { text: 'required', amount: 'amount' }, 2: { text: 'long', amount: 'amount' } };
  expect(refuseLines('menu', lines)).toEqual({ ...others, 3: { ...twice, amount: 'amount' } });
  expect(refuseLines('goals', lines)).toEqual({ ...others, 3: twice });
});
