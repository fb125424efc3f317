import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { afterEach, expect, it, test } from 'vitest';
import { createEmbeddedMedia } from '../embedded/embedded.ts';
import type { PublishKeys } from '../port/gateway.ts';
import type { ServedMedia } from '../port/served.ts';
import { createTestPeer, mediaRequest, type TestPeer } from '../testing/whip-client.ts';
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

const secret = 'shared with the TURN server';
const stun = { urls: 'stun:stun.example' };
const turn = { urls: ['turn:turn.example:3478?transport=udp', 'turns:turn.example:5349?transport=tcp'] };
const withLogin = { urls: 'turn:other.example', username: 'vonk', credential: 'known' };

let media: ServedMedia | null = null;
const peers: TestPeer[] = [];
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
  await media?.close();
});

function openWith(turnTtlSeconds = 43_200, now?: () => number): ServedMedia {
  media = createEmbeddedMedia({
    now,
    secret: 'signs the tokens of this test only',
    ice: { servers: [stun, turn, withLogin], turnSecret: secret, turnTtlSeconds },
  });
  return media;
}

/** Reads a login as a TURN server with the secret does: subject and expiry; null if it is invalid. */
function read({
  username = '',
  credential,
}: {
  username?: string | undefined;
  credential?: string | undefined;
}) {
  const [end = '', subject] = username.split(/:(.*)/);
  const isSigned = createHmac('sha1', secret).update(username).digest('base64') === credential;
  return isSigned ? { seconds: Number(end) - Date.now() / 1000, subject } : null;
}

async function playerServers(subject: string) {
  const config = await openWith().playTarget('lounge', subject);
  if (config.agent !== 'whep') throw new Error(`Unsupported agent ${config.agent}`);
  return config.iceServers;
}

it('gives a player expiring TURN credentials and leaves other servers unchanged', async () => {
  const [first, second, third] = await playerServers('anna');
  expect(first).toEqual(stun);
  expect(third).toEqual(withLogin);
  expect(second?.urls).toEqual(turn.urls);
  const login = read(second ?? {});
  expect(login?.subject).toBe('anna');
  expect(login?.seconds).toBeGreaterThan(43_190);
  expect(login?.seconds).toBeLessThanOrEqual(43_200);
});

it('expires credentials after the configured time', async () => {
  const { iceServers } = await openWith(3600).publishTarget('lounge', 'publisher-1');
  expect(read(iceServers[1] ?? {})?.seconds).toBeLessThanOrEqual(3600);
});

it('counts by the wall clock, also while the clock of tokens is behind', async () => {
  const behind = () => Date.now() - 86_400_000;
  const { iceServers } = await openWith(3600, behind).publishTarget('lounge', 'publisher-1');
  expect(read(iceServers[1] ?? {})?.seconds).toBeGreaterThan(3590);
});

it('gives an encoder the same servers with credentials for its subject', async () => {
  const { iceServers } = await openWith().publishTarget('lounge', 'publisher-1');
  expect(iceServers).toHaveLength(3);
  expect(read(iceServers[1] ?? {})?.subject).toBe('publisher-1');
});

it('lists them in WHIP and WHEP answers, one Link header per server', async () => {
  const gateway = openWith();
  const app = new Hono().route('/media', gateway.routes());
  const send = (path: string, init: RequestInit) => app.request(path, init);
  const links = async (
    direction: 'sendonly' | 'recvonly',
    { url, token }: { url: string; token: string },
  ) => {
    const peer = await createTestPeer({ direction });
    peers.push(peer);
    const response = await mediaRequest(send, url, { token, body: peer.offer });
    expect(response.status).toBe(201);
    const values = (response.headers.get('Link') ?? '').split(', <');
    return values.filter((link) => link.includes('rel="ice-server"'));
  };
  const publisher = await links('sendonly', await gateway.publishTarget('lounge', 'publisher-1'));
  const config = await gateway.playTarget('lounge', 'anna');
  if (config.agent !== 'whep') throw new Error(`Unsupported agent ${config.agent}`);
  for (const [values, subject] of [
    [publisher, 'publisher-1'],
    [await links('recvonly', config), 'anna'],
  ] as const) {
    expect(values).toHaveLength(4);
    expect(values[0]).toBe('<stun:stun.example>; rel="ice-server"');
    const [, url, username, credential] =
      /^(\S+)>; rel="ice-server"; username="([^"]+)"; credential="([^"]+)"; credential-type="password"$/.exec(
        values[2] ?? '',
      ) ?? [];
    expect(url).toBe(turn.urls[1]);
    expect(read({ username, credential })?.subject).toBe(subject);
  }
});
