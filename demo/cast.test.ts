import { describe, expect, it } from 'vitest';
import { ageFrom } from '#contract/day.ts';
import { isLive, onlineStatus } from '#contract/performers/status.ts';
import { liveCast, makeCast } from '#demo/cast.ts';
import { openCategories } from '#server/performers/categories/open-categories.ts';

const now = new Date('2026-11-20T12:00:00Z');
const cast = makeCast({ count: 260, now });
const count = (passes: (performer: (typeof cast)[number]) => boolean) => cast.filter(passes).length;

describe('the demo’s cast', () => {
  it('is the same for the same seed and differs for another seed', () => {
    expect(makeCast({ count: 260, now })).toEqual(cast);
    expect(makeCast({ count: 20, now, seed: 2 })[12]).not.toEqual(cast[12]);
  });

  it('contains no performer under 18 or over 66, on any day of seeding', () => {
    for (let day = 0; day < 366; day += 5) {
      const seeded = new Date(now.getTime() + day * 86_400_000);
      for (const { dateOfBirth } of makeCast({ count: 120, now: seeded })) {
        const age = ageFrom(dateOfBirth, seeded);
        expect(age).toBeGreaterThanOrEqual(18);
        expect(age).toBeLessThanOrEqual(66);
      }
    }
  });

  it('has unique usernames of 4 to 31 letters, digits, underscores and hyphens', () => {
    for (const { username } of cast) expect(username).toMatch(/^[A-Za-z0-9_-]{4,31}$/);
    expect(new Set(cast.map(({ username }) => username.toLowerCase())).size).toBe(cast.length);
  });

  it('shows only the live cast as live, in its fixed order', () => {
    expect(cast.slice(0, liveCast.length).map(({ username }) => username)).toEqual(
      liveCast.map(({ username }) => username),
    );
    expect(cast.filter((performer) => isLive(performer.onlineStatus)).length).toBe(liveCast.length);
    expect(cast[liveCast.length]?.onlineStatus).toBe(onlineStatus.offline);
  });

  it.each([
    ['gender', ['female', 'male', 'trans', 'couple']],
    [
      'hairColor',
      ['blonde', 'dark_blonde', 'brown', 'black', 'red', 'other', 'coloured', 'grey', 'bald', 'white'],
    ],
    [
      'ethnicity',
      ['arabic', 'asian', 'caucasian', 'white', 'ebony', 'latin', 'south-american', 'mediterranean'],
    ],
    ['physique', ['slim', 'fat', 'average', 'athletic']],
    ['cybertoy', [0, 1, 2, 3, 5]],
    ['breastSize', [1, 2, 3, 4, null]],
    ['penisSize', [1, 2, 3, 4, null]],
    ['shaved', ['shaved', 'natural']],
    ['piercings', [true, false]],
  ] as const)('has somebody for every value of %s', (field, values) => {
    for (const value of values) expect(count((performer) => performer[field] === value)).toBeGreaterThan(0);
  });

  it('speaks every language, and has at least ten women in every age bucket', () => {
    for (const language of ['nl', 'en', 'de', 'fr', 'es', 'it'] as const) {
      expect(count(({ languages }) => languages.includes(language))).toBeGreaterThan(9);
    }
    for (const [from, to] of [
      [18, 24],
      [24, 30],
      [30, 50],
      [50, 100],
    ] as const) {
      const inBucket = count(({ gender, dateOfBirth }) => {
        const age = ageFrom(dateOfBirth, now);
        return gender === 'female' && age >= from && age < to;
      });
      expect(inBucket).toBeGreaterThan(9);
    }
  });

  it('has new performers from the last week, and no last session before the first', () => {
    const weekAgo = now.getTime() - 604_800_000;
    expect(count(({ firstCamSession }) => Date.parse(firstCamSession) > weekAgo)).toBeGreaterThan(9);
    for (const performer of cast) {
      expect(performer.lastCamSession >= performer.firstCamSession).toBe(true);
      expect(Date.parse(performer.lastCamSession)).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('puts every performer into a known category, and leaves no selectable category empty', async () => {
    const { nl: known } = await openCategories();
    const slugs = known.map(({ slug }) => slug);
    for (const { categories } of cast) for (const slug of categories) expect(slugs).toContain(slug);
    const chosen = known.flatMap(({ filters }) => filters.category ?? []);
    for (const slug of chosen)
      expect(count(({ categories }) => categories.includes(slug))).toBeGreaterThan(4);
  });

  it('has the long form filled in for the live cast, and for some of the others', () => {
    expect(cast.slice(0, liveCast.length).every(({ details }) => details !== null)).toBe(true);
    expect(count(({ details }) => details !== null)).toBeGreaterThan(60);
    expect(count(({ details }) => details === null)).toBeGreaterThan(60);
  });

  it('describes the same profile in Dutch and in English, without unfilled placeholders', () => {
    for (const { texts } of cast) {
      expect(Object.keys(texts.nl).sort()).toEqual(Object.keys(texts.en).sort());
      for (const text of [...Object.values(texts.nl), ...Object.values(texts.en)]) {
        expect(text).not.toBe('');
        expect(text).not.toMatch(/[{}]|undefined/);
      }
    }
  });
});
