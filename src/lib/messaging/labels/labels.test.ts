import { describe, expect, it, test, vi } from 'vitest';
import type { Locale } from '#contract/locales.ts';
import { clockLabel, dayLabel, groupByDay, timeLabel } from './labels.ts';

/** A Thursday in Amsterdam, two hours before midnight. */
const now = new Date('2026-11-26T21:00:00Z');
const amsterdam = (locale: Locale) => ({ now, locale });

describe('P9.15 the time of a message', () => {
  test.each([
    ['earlier today', '2026-11-26T08:05:00Z', '09:05', '09:05'],
    ['just after midnight', '2026-11-25T23:01:00Z', '00:01', '00:01'],
    ['a moment ahead of the reader', '2026-11-26T21:01:00Z', '22:01', '22:01'],
    ['just before midnight', '2026-11-25T22:59:00Z', 'gisteren', 'yesterday'],
    ['yesterday', '2026-11-25T12:00:00Z', 'gisteren', 'yesterday'],
    ['on Monday', '2026-11-23T12:00:00Z', 'maandag', 'Monday'],
    ['on Sunday, which is another week', '2026-11-22T12:00:00Z', '22-11', '22/11'],
    ['in this year', '2026-01-03T12:00:00Z', '03-01', '03/01'],
    ['last year', '2025-12-31T12:00:00Z', '31-12-2025', '31/12/2025'],
  ])('%s', (_, at, nl, en) => {
    expect(timeLabel(new Date(at), amsterdam('nl'))).toBe(nl);
    expect(timeLabel(new Date(at), amsterdam('en'))).toBe(en);
  });

  it.each(['Asia/Tokyo', 'America/New_York', 'Foo/Bar'])('uses the operator’s zone, read in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    const at = new Date('2026-11-26T03:30:00Z');
    expect(timeLabel(at, amsterdam('en'))).toBe('04:30');
    expect(clockLabel(at, amsterdam('en'))).toBe('04:30');
    expect(groupByDay([{ createdAt: '2026-11-25T23:30:00Z' }])[0]?.day).toBe('2026-11-26');
    vi.unstubAllEnvs();
  });

  it('counts calendar days across a clock change', () => {
    const sunday = { ...amsterdam('nl'), now: new Date('2026-10-25T22:30:00Z') };
    expect(timeLabel(new Date('2026-10-24T22:30:00Z'), sunday)).toBe('00:30');
    expect(timeLabel(new Date('2026-10-24T21:30:00Z'), sunday)).toBe('gisteren');
  });

  it('shows yesterday on a Monday too, and the year if it differs', () => {
    const monday = { ...amsterdam('en'), now: new Date('2026-11-23T12:00:00Z') };
    expect(timeLabel(new Date('2026-11-22T12:00:00Z'), monday)).toBe('yesterday');
    const newYear = { ...amsterdam('nl'), now: new Date('2027-01-02T12:00:00Z') };
    expect(timeLabel(new Date('2026-12-31T12:00:00Z'), newYear)).toBe('donderdag');
    expect(timeLabel(new Date('2026-12-20T12:00:00Z'), newYear)).toBe('20-12-2026');
  });
});

it('shows “today” as a day’s heading', () => {
  expect(dayLabel(now, amsterdam('nl'))).toBe('vandaag');
  expect(dayLabel(now, amsterdam('en'))).toBe('today');
  expect(dayLabel(new Date('2026-11-25T12:00:00Z'), amsterdam('nl'))).toBe('gisteren');
});

it('groups messages by the operator’s calendar day', () => {
  const messages = ['2026-11-25T22:59:00Z', '2026-11-25T23:01:00Z', '2026-11-26T08:00:00Z'].map(
    (createdAt) => ({
      createdAt,
    }),
  );
  expect(groupByDay(messages).map((group) => [group.day, group.messages.length])).toEqual([
    ['2026-11-25', 1],
    ['2026-11-26', 2],
  ]);
  expect(groupByDay([])).toEqual([]);
});
