import { expect, it } from 'vitest';
import { identityCookies } from './cookies.ts';

it.each([
  ['without TLS', { secureCookies: false, cookieDomain: null }, ''],
  ['on one host', { secureCookies: true, cookieDomain: null }, '__Host-'],
  ['on hosts of one parent', { secureCookies: true, cookieDomain: 'vonk.example' }, '__Secure-'],
])('names of cookies %s', (_, config, prefix) => {
  expect(identityCookies(config)).toEqual({
    session: `${prefix}vonk_session`,
    studio: `${prefix}vonk_studio`,
    desk: `${prefix}vonk_desk`,
    guest: `${prefix}vonk_guest`,
    phone: `${prefix}vonk_phone`,
    device: `${prefix}vonk_device`,
  });
});
