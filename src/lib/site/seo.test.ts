import { describe, expect, test } from 'vitest';
import { alternatesOf, DESCRIPTION_MAX, shorten } from './seo.ts';

describe('shorten', () => {
  test('leaves a description that fits as it is, in one line', () => {
    expect(shorten('  Live\n webcams ')).toBe('Live webcams');
  });
  test('cuts a long description at a word within the limit', () => {
    const short = shorten('woord '.repeat(60));
    expect(short.length).toBeLessThanOrEqual(DESCRIPTION_MAX);
    expect(short).toMatch(/ woord…$/);
  });
  test('cuts a description without spaces too', () => {
    expect(shorten('x'.repeat(400))).toHaveLength(DESCRIPTION_MAX);
  });
});

describe('alternatesOf', () => {
  const origin = 'https://vonk.example';

  test('names the unprefixed address for Dutch and x-default, and /en for English', () => {
    const { canonical, alternates } = alternatesOf(origin, '/free', {
      locale: 'nl',
      query: new URLSearchParams(),
    });
    expect(canonical).toBe('https://vonk.example/free');
    expect(alternates).toEqual([
      { hreflang: 'nl', href: 'https://vonk.example/free' },
      { hreflang: 'en', href: 'https://vonk.example/en/free' },
      { hreflang: 'x-default', href: 'https://vonk.example/free' },
    ]);
  });

  test('keeps the page of a list and drops what makes no other page', () => {
    const query = new URLSearchParams('p=61&page=2&splash6=true');
    expect(alternatesOf(origin, '/', { locale: 'en', query }).canonical).toBe(
      'https://vonk.example/en?page=2',
    );
  });

  test('calls the first page by its plain address', () => {
    const query = new URLSearchParams('page=1');
    expect(alternatesOf(origin, '/', { locale: 'nl', query }).canonical).toBe('https://vonk.example/');
  });
});
