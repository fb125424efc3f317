import { expect, it } from 'vitest';
import { byUrgency, dueOf, type Piece } from './work-calls.ts';

const friday = new Date('2026-11-20T12:00:00Z');

it.each([
  ['an urgent report', 'report', true, '2026-11-20T13:00:00.000Z'],
  // Seven working days after a Friday end on the Tuesday of the week after next.
  ['a report', 'report', false, '2026-12-01T23:00:00.000Z'],
  ['an appeal', 'appeal', false, '2026-11-22T12:00:00.000Z'],
  ['a cut without reasons', 'unexplained', true, '2026-11-20T12:10:00.000Z'],
  ['a request', 'request', false, '2026-11-27T12:00:00.000Z'],
] as const)('sets the clock of %s', (_, kind, isUrgent, due) => {
  expect(dueOf(kind, friday, isUrgent)?.toISOString()).toBe(due);
});

it('sets no clock for an application', () => {
  expect(dueOf('application', friday, false)).toBeNull();
});

it('sorts urgent work first, then by its clock, then by how long it has waited', () => {
  const piece = (id: string, rest: Partial<Piece>): Piece => ({
    kind: 'report',
    id,
    about: null,
    performer: null,
    since: '2026-11-20T12:00:00Z',
    due: null,
    isUrgent: false,
    ...rest,
  });
  const pieces = [
    piece('waits', {}),
    piece('waits longer', { since: '2026-11-19T12:00:00Z' }),
    piece('due late', { due: '2026-11-22T12:00:00Z' }),
    piece('due soon', { due: '2026-11-21T12:00:00Z' }),
    piece('urgent', { due: '2026-11-23T12:00:00Z', isUrgent: true }),
  ];
  expect(pieces.sort(byUrgency).map(({ id }) => id)).toEqual([
    'urgent',
    'due soon',
    'due late',
    'waits longer',
    'waits',
  ]);
});
