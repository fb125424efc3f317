import { describe, expect, test } from 'vitest';
import { vonk } from '../../../content/brand/vonk.ts';
import { vonkLook } from '../../../content/brand/vonk-look.ts';
import { headerImageOf, seasonOf, seasonOn } from './season.ts';

test.each([
  ['2026-02-06', null],
  ['2026-02-07', 'valentine'],
  ['2026-02-14', 'valentine'],
  ['2026-02-15', null],
  ['2026-03-28', null],
  ['2026-03-29', 'easter'],
  ['2026-04-06', 'easter'],
  ['2026-04-07', null],
  ['2026-04-20', null],
  ['2026-04-21', 'kings-day'],
  ['2026-04-27', 'kings-day'],
  ['2026-04-28', null],
  ['2026-12-05', null],
  ['2026-12-06', 'christmas'],
  ['2026-12-26', 'christmas'],
  ['2026-12-27', null],
] as const)('P2.53 P2.54 P2.55 P2.56 %s is in season %s', (day, season) => {
  expect(seasonOn(day)).toBe(season);
});

test.each([['2024-03-31'], ['2025-04-20'], ['2027-03-28'], ['2038-04-25'], ['2285-03-22']])(
  'Easter is on %s, and the Monday after is the season’s last day',
  (sunday) => {
    const later = (days: number) =>
      new Date(Date.parse(sunday) + days * 86_400_000).toISOString().slice(0, 10);
    expect(seasonOn(later(1))).toBe('easter');
    expect(seasonOn(later(2))).not.toBe('easter');
    expect(seasonOn(later(-7))).toBe('easter');
    expect(seasonOn(later(-8))).not.toBe('easter');
  },
);

test('King’s Day is celebrated on Saturday if the 27th is a Sunday', () => {
  expect(seasonOn('2031-04-26')).toBe('kings-day');
  expect(seasonOn('2031-04-27')).toBeNull();
});

test('Easter lasts to its end when two seasons overlap', () => {
  expect(seasonOn('2038-04-26')).toBe('easter');
  expect(seasonOn('2038-04-27')).toBe('kings-day');
});

describe('the season of a page', () => {
  const { features } = vonk;
  const inWinter = new Date('2026-12-20T12:00:00Z');
  test('is none, the fixed one, or the calendar’s, by the brand’s setting', () => {
    expect(seasonOf({ season: null, features }, inWinter)).toBeNull();
    expect(seasonOf({ season: 'valentine', features }, inWinter)).toBe('valentine');
    expect(seasonOf({ season: 'calendar', features }, inWinter)).toBe('christmas');
  });
  test('changes at midnight in Amsterdam', () => {
    const calendar = { season: 'calendar', features } as const;
    expect(seasonOf(calendar, new Date('2026-12-05T22:59:59Z'))).toBeNull();
    expect(seasonOf(calendar, new Date('2026-12-05T23:00:00Z'))).toBe('christmas');
  });
  test('P1.5 is Christmas all year with that switch on, unless another one is fixed', () => {
    const on = { ...features, christmasMode: true };
    const summer = new Date('2026-07-01T12:00:00Z');
    expect(seasonOf({ season: null, features: on }, summer)).toBe('christmas');
    expect(seasonOf({ season: 'calendar', features: on }, summer)).toBe('christmas');
    expect(seasonOf({ season: 'easter', features: on }, summer)).toBe('easter');
  });
  test('is the promotion’s, before all others', () => {
    expect(seasonOf({ season: 'easter', features }, inWinter, 'valentine')).toBe('valentine');
  });
});

test('P3.28 uses the season’s header image, else the brand’s, else none', () => {
  const { headers } = vonkLook.images;
  expect(headerImageOf(vonkLook, 'valentine')).toBe(headers.valentine);
  expect(headerImageOf(vonkLook, 'easter')).toBe(headers.default);
  expect(headerImageOf(vonkLook, null)).toBe(headers.default);
  const images = { ...vonkLook.images, headers: { default: null } };
  expect(headerImageOf({ images }, null)).toBeNull();
});
