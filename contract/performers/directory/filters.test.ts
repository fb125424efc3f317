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
  ] as const)('L3.28 L3.29 L3.30 %s %s matches records with %j', (name, value, stored) => {
    expect(storedValues(name, value)).toEqual(stored);
  });

  it.each([
    ['L3.25', 'popular', ['free', 'toy']],
    ['L3.27', 'age', ['18-24', '24-30', '30-50', '50-100']],
    ['L3.28', 'language', ['nl', 'en', 'fr', 'de', 'es', 'it']],
    ['L3.29', 'ethnicity', ['arabic', 'asian', 'caucasian', 'ebony', 'latin', 'mediterranean']],
    ['L3.30', 'hairColor', ['blonde', 'brown', 'black', 'red', 'other', 'grey', 'bald', 'white']],
    ['L3.31', 'physique', ['fat', 'slim']],
    ['L3.32', 'breastSize', ['1', '2', '3', '4']],
    ['L3.33', 'penisSize', ['1', '2', '3', '4']],
    ['L3.34', 'shaved', ['shaved', 'natural']],
  ] as const)('%s %s has the values of the specification', (_, name, values) => {
    expect(filterValues[name]).toEqual(values);
  });

  it('accepts its own values only', () => {
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
