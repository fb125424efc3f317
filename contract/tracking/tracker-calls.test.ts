import { expect, it } from 'vitest';
import { durationOf, trackerLogSchema, VISIT_PAUSE_MS, visitAt } from './tracker-calls.ts';

const [old, fresh] = ['6f1f1d3c-6c0e-4f0e-9d7c-0d8d3f9f0a01', '6f1f1d3c-6c0e-4f0e-9d7c-0d8d3f9f0a02'];
const kept = { session: old, startTime: 1000, eventTime: 5000 };
const at = (now: number, what: unknown = kept) => visitAt(what, now, () => fresh);

it('continues a visit until half an hour has passed without an event', () => {
  expect(at(5000 + VISIT_PAUSE_MS - 1)).toEqual(kept);
  expect(at(5000 + VISIT_PAUSE_MS)).toMatchObject({ session: fresh, startTime: 5000 + VISIT_PAUSE_MS });
});

it.each([[null], ['x'], [{ ...kept, session: 'not-an-id' }], [{ ...kept, eventTime: 9_000_000 }]])(
  'starts a new visit if %j is stored',
  (what) => {
    expect(at(6000, what)).toEqual({ session: fresh, startTime: 6000, eventTime: 6000 });
  },
);

it('returns the duration and the time since the last event', () => {
  expect(durationOf(kept, 7500)).toEqual({ startTime: 1000, eventTime: 7500, betweenEvent: 2500 });
  expect(durationOf(kept, 10).betweenEvent).toBe(0);
});

it('ignores an invalid affiliate code and unknown fields', () => {
  const log = { event: 'click', timestamp: 1, host: 'a', url: '/', query: '', userAgent: '' };
  expect(trackerLogSchema.parse({ ...log, affiliateCode: '7;drop', affiliateInfo: '' })).toEqual(log);
  expect(trackerLogSchema.parse({ ...log, affiliateCode: '77', ip: '10.0.0.1', email: 'a@b.c' })).toEqual({
    ...log,
    affiliateCode: '77',
  });
});
