import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { changeLimit, coolOffUntil, type Limit, limitAt, noLimit, periodStarts } from './limits-calls.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const of = (credits: number | null): Limit => ({ credits, next: null });

describe('changeLimit', () => {
  test.each([
    ['set where there was none', noLimit, 500, of(500)],
    ['lowered', of(500), 200, of(200)],
    ['lowered to nothing', of(500), 0, of(0)],
    ['left as it is', of(500), 500, of(500)],
  ])('applies a limit that is %s at once', (_, limit, wish, expected) => {
    expect(changeLimit(limit, wish, now)).toEqual(expected);
  });

  test.each([
    ['raised', 900],
    ['removed', null],
  ])('applies a limit that is %s after a day', (_, wish) => {
    const changed = changeLimit(of(500), wish, now);
    expect(changed).toEqual({ credits: 500, next: { credits: wish, from: later(24) } });
    expect(limitAt(changed, later(23.99))).toBe(500);
    expect(limitAt(changed, later(24))).toEqual(wish);
  });

  it('does not restart the day if a wish is repeated', () => {
    const raised = changeLimit(of(500), 900, now);
    expect(changeLimit(raised, 900, later(5))).toEqual(raised);
    expect(changeLimit(raised, 901, later(5)).next?.from).toEqual(later(29));
  });

  it('cancels a pending raise if the current limit is wished for', () => {
    expect(changeLimit(changeLimit(of(500), 900, now), 500, later(1))).toEqual(of(500));
  });

  it('compares with the limit that is in force by now', () => {
    const raised = changeLimit(of(500), 900, now);
    expect(changeLimit(raised, 800, later(30))).toEqual(of(800));
    expect(changeLimit(raised, 950, later(30))).toEqual({
      credits: 900,
      next: { credits: 950, from: later(54) },
    });
  });

  it('never exceeds the original limit within a day, whatever the wishes', () => {
    const wish = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null });
    const wishes = fc.array(fc.tuple(wish, fc.double({ min: 0, max: 23.9, noNaN: true })), { maxLength: 8 });
    fc.assert(
      fc.property(wish, wishes, (first, list) => {
        let limit = of(first);
        for (const [credits, hours] of list.toSorted((a, b) => a[1] - b[1])) {
          limit = changeLimit(limit, credits, later(hours));
          const holds = limitAt(limit, later(hours));
          expect(first === null || (holds !== null && holds <= first)).toBe(true);
        }
      }),
    );
  });
});

test.each([
  ['a Friday', '2026-11-20T12:00:00Z', '2026-11-19T23:00Z', '2026-11-15T23:00Z', '2026-10-31T23:00Z'],
  [
    'the first minute of a Monday',
    '2026-11-15T23:00:00Z',
    '2026-11-15T23:00Z',
    '2026-11-15T23:00Z',
    '2026-10-31T23:00Z',
  ],
  [
    'a Sunday on which clocks are changed',
    '2026-10-25T12:00:00Z',
    '2026-10-24T22:00Z',
    '2026-10-18T22:00Z',
    '2026-09-30T22:00Z',
  ],
])('periods of %s begin at midnight in Amsterdam', (_, at, ...starts) => {
  const [day, week, month] = starts.map((start) => new Date(start));
  expect(periodStarts(new Date(at))).toEqual({ day, week, month });
});

it('extends a cool-off but never shortens it', () => {
  expect(coolOffUntil('day', now, null)).toEqual(later(24));
  expect(coolOffUntil('month', now, later(24))).toEqual(later(720));
  expect(coolOffUntil('day', now, later(720))).toEqual(later(720));
});
