import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

/** Created for this test. */
const pair = {
  VAPID_PUBLIC_KEY: 'BJYIncW5m3etTxQe9wUYpExvomYRbLlYSd-0zWBSaamuWQQJlRYYXm9_d2rerp0H3JObO0E-8i93e-3bYHgk0nc',
  VAPID_PRIVATE_KEY: 't_Fehks9_4_Wj4JZikECekw3-lJHRke6xP1WOqbvyO0',
};
const otherPublic = `${pair.VAPID_PUBLIC_KEY.slice(0, -2)}Qc`;

it("has no keys, the browsers' push services, and the sender of mails by default", () => {
  expect(readConfig({ MAIL_FROM: 'Vonk <desk@vonk.example>' }).webPush).toEqual({
    keys: null,
    subject: 'mailto:desk@vonk.example',
    services: ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'],
  });
});

it('accepts the operator’s values', () => {
  const environment = {
    ...pair,
    VAPID_SUBJECT: 'https://vonk.example/',
    PUSH_SERVICES: 'Push.example, b.example:8443',
  };
  expect(readConfig(environment).webPush).toEqual({
    keys: { publicKey: pair.VAPID_PUBLIC_KEY, privateKey: pair.VAPID_PRIVATE_KEY },
    subject: 'https://vonk.example/',
    services: ['push.example', 'b.example:8443'],
  });
});

it.each([
  ['half a pair', { ...pair, VAPID_PRIVATE_KEY: '' }],
  ['the other half', { ...pair, VAPID_PUBLIC_KEY: '' }],
  ['halves of two pairs', { ...pair, VAPID_PUBLIC_KEY: otherPublic }],
  ['a private key that is none', { ...pair, VAPID_PRIVATE_KEY: 'A'.repeat(43) }],
  ['what is no key', { ...pair, VAPID_PUBLIC_KEY: 'key' }],
  ['a subject that nobody can ask', { ...pair, VAPID_SUBJECT: 'Vonk' }],
  ['a service with a path', { PUSH_SERVICES: 'push.example/send' }],
  ['no service', { PUSH_SERVICES: ',' }],
])('refuses %s', (_, environment) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
});
