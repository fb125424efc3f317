import { expect, it } from 'vitest';
import { lastOnlineText, startLabel, startsAfter, startText } from './live-times.ts';

// A quarter past midnight in Amsterdam.
const now = new Date('2026-11-19T23:15:00Z');

it.each([
  ['2026-11-19T23:05:00Z', 'vandaag', 'today'],
  ['2026-11-19T22:55:00Z', 'gisteren', 'yesterday'],
  ['2026-11-17T12:00:00Z', '3 dagen geleden', '3 days ago'],
  ['2026-11-12T12:00:00Z', 'op 12 november 2026', 'on November 12, 2026'],
  ['2026-11-25T12:00:00Z', 'op 25 november 2026', 'on November 25, 2026'],
])('%s is "%s" and "%s"', (iso, nl, en) => {
  expect(lastOnlineText(iso, now, 'nl')).toEqual(nl);
  expect(lastOnlineText(iso, now, 'en')).toEqual(en);
});

it('leaves out starts that are past', () => {
  const starts = ['2026-12-04T19:00:00.000Z', '2026-12-06T19:00:00.000Z'];
  const now = new Date('2026-12-04T19:00:00Z');
  expect(startsAfter({ starts }, now).map((at) => at.toISOString())).toEqual(starts.slice(1));
});

it('writes a start in the operator’s time zone, in each language', () => {
  const at = new Date('2026-12-04T19:00:00Z');
  expect(startText(at, 'nl')).toBe('vrijdag 4 december om 20:00');
  expect(startText(at, 'en')).toBe('Friday, December 4 at 8:00 PM');
  expect(startText(at, 'de')).toBe('Freitag, 4. Dezember um 20:00');
});

it('names today and tomorrow, by the operator’s calendar', () => {
  const at = new Date('2026-12-04T23:30:00Z');
  expect(startLabel(at, new Date('2026-12-04T23:10:00Z'), 'nl')).toBe('vandaag 00:30');
  expect(startLabel(at, new Date('2026-12-04T20:00:00Z'), 'en')).toBe('tomorrow 12:30 AM');
  expect(startLabel(at, new Date('2026-12-03T20:00:00Z'), 'de')).toBe('Sa 00:30');
});
