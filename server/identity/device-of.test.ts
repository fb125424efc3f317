import { expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each([
  [FIREFOX, 'Firefox · Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet for Android · Android',
  ],
  ['a', null],
  ['', null],
  [undefined, null],
  ['x'.repeat(5000), null],
])('%s reads %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

it.each([
  [512, 'Firefox · Linux'],
  [513, null],
])('reads a user agent of %i characters as %s', (length, device) => {
  expect(deviceOf(FIREFOX.padEnd(length))).toBe(device);
});

it('returns only the system if the browser is unknown', () => {
  expect(deviceOf('X (Windows NT 10.0)')).toMatch(/Windows/);
});
