import { expect, it } from 'vitest';
import { lastOnlineText } from './last-online.ts';

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
