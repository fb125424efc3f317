import { expect, test } from 'vitest';
import type { PublishKeys } from '../port/gateway.ts';
import { createTargets } from './targets.ts';

let now = 1_000_000;
const revoked = new Map<string, number>();
const keys: PublishKeys = {
  subjectOf: async (key, room) => (key === 'her key' && room === 'lounge' ? 'publisher-1' : null),
  revokedAt: async (subject) => revoked.get(subject) ?? null,
};
const open = () =>
  createTargets({
    secret: 'a secret that is long enough for a test',
    ice: undefined,
    baseUrl: '/media',
    keys,
    now: () => now,
    agent: 'whep',
  });

test('a publish key allows publishing in its room and no viewing', async () => {
  const targets = open();
  expect(await targets.authorize('her key', 'lounge', 'publish')).toMatchObject({ subject: 'publisher-1' });
  expect(await targets.authorize('her key', 'lounge', 'view')).toBeNull();
  expect(await targets.authorize('her key', 'attic', 'publish')).toBeNull();
  expect(await targets.authorize('no key', 'lounge', 'publish')).toBeNull();
});

test('tokens issued before a revocation are invalid, also after a restart', async () => {
  const { token } = await open().publish('lounge', 'publisher-1');
  expect(await open().authorize(token, 'lounge', 'publish')).toMatchObject({ subject: 'publisher-1' });
  revoked.set('publisher-1', now);
  expect(await open().authorize(token, 'lounge', 'publish')).toBeNull();
  now += 1;
  const next = await open().publish('lounge', 'publisher-1');
  expect(await open().authorize(next.token, 'lounge', 'publish')).toMatchObject({ subject: 'publisher-1' });
});
