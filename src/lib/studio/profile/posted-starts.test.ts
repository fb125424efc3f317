import { expect, test, vi } from 'vitest';
import type { ErrorLabel } from '#contract/errors.ts';
import { overHttp } from '../../testing/transport.ts';
import { addStart, removeStart } from './posted-starts.ts';

const now = new Date('2026-11-20T12:00:00Z');
const failing = (label: ErrorLabel) => overHttp(() => Response.json({ label }, { status: 400 }));

test.each([
  [{ day: '', time: '20:00' }, 'studio.schedule.wrong.invalid'],
  [{ day: '2026-11-20', time: '12:59' }, 'studio.schedule.wrong.past'],
  [{ day: '2027-11-20', time: '20:00' }, 'studio.schedule.wrong.far'],
])('%j is refused without a call', async (typed, message) => {
  const answer = vi.fn();
  expect(await addStart(typed, now, { transport: overHttp(answer) })).toBe(message);
  expect(answer).not.toHaveBeenCalled();
});

test.each([
  ['badRequest.schedule.full', 'studio.schedule.full'],
  ['badRequest.schedule.time', 'studio.schedule.wrong.past'],
  ['UNAVAILABLE', 'ui.unavailable'],
] as const)('%s of the server has its own text', async (label, message) => {
  const typed = { day: '2026-11-21', time: '20:00' };
  expect(await addStart(typed, now, { transport: failing(label) })).toBe(message);
});

test('sends the moment in the operator’s time zone', async () => {
  const bodies: unknown[] = [];
  const transport = overHttp(async (request) => {
    bodies.push(await request.json());
    return Response.json(true);
  });
  expect(await addStart({ day: '2026-11-21', time: '20:00' }, now, { transport })).toBeNull();
  expect(bodies).toEqual([{ at: '2026-11-21T19:00:00.000Z' }]);
});

test('a moment that is none has nothing to remove; other failures are thrown', async () => {
  await removeStart('x', { transport: failing('badRequest.invalid.input') });
  const removed = removeStart('2026-11-21T19:00:00.000Z', { transport: failing('UNAVAILABLE') });
  await expect(removed).rejects.toThrow('UNAVAILABLE');
});
