import { expect, it } from 'vitest';
import { CHART_POINTS, viewerPoints } from './statistics-calls.ts';

const MINUTE = 60_000;
const at = (minute: number, joined: number, left = 0) => ({ at: minute * MINUTE, joined, left });

it('counts viewers at once, also in minutes in which nobody comes or goes', () => {
  const changes = [at(0, 2), at(3, 1, 2), at(5, 0, 1)];
  expect(viewerPoints(changes, { from: 0, to: 6 * MINUTE })).toEqual({
    step: MINUTE,
    points: [2, 2, 2, 3, 1, 1],
  });
});

it('counts those who come and go within a minute', () => {
  expect(viewerPoints([at(0, 3, 3)], { from: 0, to: 2 * MINUTE }).points).toEqual([3, 0]);
});

it('keeps viewers who are still there until the end', () => {
  expect(viewerPoints([at(1, 1)], { from: MINUTE, to: 4 * MINUTE }).points).toEqual([1, 1, 1]);
});

it('has a limited number of parts, for a long and for a short stream', () => {
  const long = viewerPoints([at(0, 1)], { from: 0, to: 24 * 60 * MINUTE });
  expect([long.points.length, long.step]).toEqual([CHART_POINTS, 12 * MINUTE]);
  expect(viewerPoints([at(0, 1)], { from: 0, to: 0 }).points).toEqual([1]);
});
