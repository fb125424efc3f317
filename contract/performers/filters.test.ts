import { describe, expect, it } from 'vitest';
import { ageBounds, filterValues, isFilterValue, storedValues } from './filters.ts';

describe('a filter', () => {
  it.each([
    ['language', 'en', ['en', 'dk', 'se']],
    ['language', 'nl', ['nl']],
    ['ethnicity', 'caucasian', ['caucasian', 'white']],
    ['ethnicity', 'latin', ['latin', 'south-american']],
    ['hairColor', 'blonde', ['blonde', 'dark_blonde']],
    ['hairColor', 'other', ['other', 'coloured']],
    ['physique', 'slim', ['slim']],
  ] as const)('%s %s finds records of %j', (name, value, stored) => {
    expect(storedValues(name, value)).toEqual(stored);
  });

  it('knows its own values and no others', () => {
    expect(isFilterValue('age', '18-24')).toBe(true);
    expect(isFilterValue('age', '12-18')).toBe(false);
    expect(isFilterValue('physique', 1)).toBe(false);
  });

  it('puts every adult age in exactly one bucket', () => {
    for (let age = 18; age <= 100; age += 1) {
      const buckets = filterValues.age.filter((bucket) => {
        const { from, below } = ageBounds(bucket);
        return age >= from && age < below;
      });
      expect(buckets).toHaveLength(1);
    }
  });
});
