import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deviceOf, identityCookies, networkOf } from './client.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001::a:b:c:d:e:f', '2001:0:a:b::/64'],
  ['::a:b:c:d:e:f:1', '0:a:b:c::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it('ignores the last 64 bits, but not the first', () => {
  const half = fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 4, maxLength: 4 });
  const text = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
  fc.assert(
    fc.property(half, half, half, (first, one, other) => {
      expect(networkOf(`${text(first)}:${text(one)}`)).toBe(networkOf(`${text(first)}:${text(other)}`));
      expect(networkOf(`${text(one)}:${text(other)}`) === networkOf(`${text(other)}:${text(one)}`)).toBe(
        text(one) === text(other),
      );
    }),
  );
});

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

it.each([
  ['without TLS', { secureCookies: false, cookieDomain: null }, ''],
  ['on one host', { secureCookies: true, cookieDomain: null }, '__Host-'],
  ['on hosts of one parent', { secureCookies: true, cookieDomain: 'vonk.example' }, '__Secure-'],
])('names of cookies %s', (_, config, prefix) => {
  expect(identityCookies(config)).toEqual({
    session: `${prefix}vonk_session`,
    studio: `${prefix}vonk_studio`,
    desk: `${prefix}vonk_desk`,
    deskDevice: `${prefix}vonk_desk_device`,
    guest: `${prefix}vonk_guest`,
    phone: `${prefix}vonk_phone`,
    device: `${prefix}vonk_device`,
  });
});
