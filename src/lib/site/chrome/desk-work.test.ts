import { expect, it } from 'vitest';
import { workKinds } from '#contract/desk/work-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { getT } from '../i18n.ts';
import { clockOf, hasCome, kindsIn, pathOf, sumOf } from './desk-work.ts';

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

it.each([
  ['comes', 3, '2026-11-20T12:00:05.000Z', true],
  ['comes while another goes', 2, '2026-11-20T12:00:05.000Z', true],
  ['comes while two others go', 1, '2026-11-20T12:00:05.000Z', true],
  ['returns that is older than the newest', 3, '2026-11-20T12:00:00.000Z', true],
  ['goes that was the newest', 1, '2026-11-20T11:00:00.000Z', false],
  ['and the last one go', 0, null, false],
] as const)('tells whether work has come when a piece %s', (_, waiting, newest, come) => {
  const before = [{ kind: 'report', waiting: 2, newest: '2026-11-20T12:00:00.000Z' }] as const;
  expect(hasCome([...before], [{ kind: 'report', waiting, newest }])).toBe(come);
});
