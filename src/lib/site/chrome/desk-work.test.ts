import { expect, it } from 'vitest';
import { workKinds } from '#contract/desk/work-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { getT } from '../i18n.ts';
import { clockOf, kindsIn, pathOf, sumOf } from './desk-work.ts';

const t = getT('en');
const now = '2026-11-20T12:00:00Z';

it.each([
  ['2026-11-20T12:40:00Z', '40 minutes left', false],
  ['2026-11-22T11:00:00Z', '47 hours left', false],
  ['2026-11-20T10:59:00Z', '1 hour late', true],
  ['2026-11-15T12:00:00Z', '5 days late', true],
])('says how long a piece that is due at %s may wait', (due, text, isLate) => {
  expect(clockOf({ since: now, due }, now, t)).toMatchObject({ due: text, isLate });
});

it('says how long a piece without a clock has waited', () => {
  const since = '2026-11-20T09:00:00Z';
  expect(clockOf({ since, due: null }, now, t)).toEqual({
    waited: 'waits for 3 hours',
    due: null,
    isLate: false,
  });
});

it('leads to the case, the performer, the member or the list', () => {
  const piece = { id: '7', about: 'member:3' };
  expect(pathOf({ ...piece, kind: 'appeal' })).toBe(`${routes.deskReports}/7`);
  expect(pathOf({ ...piece, kind: 'identity' })).toBe(`${routes.deskPerformers}/7`);
  expect(pathOf({ ...piece, kind: 'payment' })).toBe(`${routes.deskMembers}/3`);
  expect(pathOf({ ...piece, kind: 'request' })).toBe(routes.deskRefunds);
});

it('counts the kinds of a section, and all of them at the first one', () => {
  const counts = workKinds.map((kind) => ({ kind, waiting: 1 }));
  expect(sumOf(counts, kindsIn(routes.deskReports))).toBe(3);
  expect(sumOf(counts, kindsIn(routes.desk))).toBe(workKinds.length);
  expect(sumOf(counts, kindsIn(routes.deskLog))).toBe(0);
});
