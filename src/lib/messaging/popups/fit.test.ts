import { describe, expect, it } from 'vitest';
import { fitPopups, roomFor } from './fit.ts';

describe('the room for pop-ups', () => {
  it.each([
    [30, 1],
    [46.9, 1],
    [47, 2],
    [68, 3],
    [89, 4],
    [200, 4],
  ])('of a page %d rem wide is %d: 21 for each, and 5 kept free', (width, most) => {
    expect(roomFor(width, false)).toBe(most);
  });

  it('is one on a phone', () => {
    expect(roomFor(63, true)).toBe(1);
  });
});

describe('where there are too many', () => {
  const of = (...ids: number[]) => ids.map((userid) => ({ other: { userid } }));

  it('the oldest leave', () => {
    expect(fitPopups(of(1, 2, 3), { most: 2, held: null })).toEqual(of(2, 3));
    expect(fitPopups(of(1, 2), { most: 2, held: null })).toEqual(of(1, 2));
  });

  it('the one that is written in stays, though it be the oldest', () => {
    expect(fitPopups(of(1, 2, 3), { most: 2, held: 1 })).toEqual(of(1, 3));
    expect(fitPopups(of(1, 2), { most: 1, held: 1 })).toEqual(of(1));
  });
});
