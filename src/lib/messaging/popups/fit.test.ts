import { describe, expect, it } from 'vitest';
import { fitPopups, roomFor } from './fit.ts';

describe('the number of pop-ups that fit', () => {
  it.each([
    [30, 1],
    [46.9, 1],
    [47, 2],
    [68, 3],
    [89, 4],
    [200, 4],
  ])('P4.36 P4.37 P9.5 of a page %d rem wide is %d: 21 rem each, and 5 kept free', (width, most) => {
    expect(roomFor(width, false)).toBe(most);
  });

  it('P4.36 is one on a phone', () => {
    expect(roomFor(63, true)).toBe(1);
  });
});

describe('with too many pop-ups', () => {
  const of = (...ids: number[]) => ids.map((userid) => ({ other: { userid } }));

  it('P4.36 the oldest leave', () => {
    expect(fitPopups(of(1, 2, 3), { most: 2, focused: null })).toEqual(of(2, 3));
    expect(fitPopups(of(1, 2), { most: 2, focused: null })).toEqual(of(1, 2));
  });

  it('the one with the focus stays, even if it is the oldest', () => {
    expect(fitPopups(of(1, 2, 3), { most: 2, focused: 1 })).toEqual(of(1, 3));
    expect(fitPopups(of(1, 2), { most: 1, focused: 1 })).toEqual(of(1));
  });
});
