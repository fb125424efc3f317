import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserSchema } from './notice-calls.ts';
import { isQuiet, secondsUntilQuiet } from './notices.ts';

describe('quiet hours in Amsterdam', () => {
  it.each([
    ['2026-11-20T06:59:59Z', true, 'winter, before eight'],
    ['2026-11-20T07:00:00Z', false, 'winter, eight'],
    ['2026-11-20T21:59:59Z', false, 'winter, before eleven'],
    ['2026-11-20T22:00:00Z', true, 'winter, eleven'],
    ['2026-11-20T23:30:00Z', true, 'winter, after midnight'],
    ['2026-07-20T06:00:00Z', false, 'summer, eight'],
    ['2026-07-20T21:00:00Z', true, 'summer, eleven'],
  ])('at %s: %s (%s)', (at, expected) => {
    expect(isQuiet(new Date(at))).toBe(expected);
  });

  it('returns the seconds until quiet hours, also on days of clock changes', () => {
    const from = Date.parse('2026-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 366 * 24 * 3600 }), (second) => {
        const moment = new Date(from + second * 1000);
        const left = secondsUntilQuiet(moment);
        if (isQuiet(moment)) return left === 0;
        const night = new Date(moment.getTime() + left * 1000);
        return isQuiet(night) && !isQuiet(new Date(night.getTime() - 1000));
      }),
    );
  });
});

describe('a browser', () => {
  const browser = {
    endpoint: 'https://push.example/send/abc',
    keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
  };
  it('accepts an https address and keys of the right length', () => {
    expect(browserSchema.parse(browser)).toEqual(browser);
  });
  it.each([
    ['another protocol', { ...browser, endpoint: 'http://push.example/send/abc' }],
    ['no address', { ...browser, endpoint: 'push' }],
    ['an address that is too long', { ...browser, endpoint: `https://push.example/${'a'.repeat(1024)}` }],
    ['a short key', { ...browser, keys: { ...browser.keys, p256dh: 'Bab' } }],
    ['a compressed key', { ...browser, keys: { ...browser.keys, p256dh: `A${'a'.repeat(86)}` } }],
    ['a long secret', { ...browser, keys: { ...browser.keys, auth: 'b'.repeat(23) } }],
  ])('refuses %s', (_, wrong) => {
    expect(browserSchema.safeParse(wrong).success).toBe(false);
  });
});
