import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestRoom, type TestRoom } from '../embedded/sfu/testing.ts';
import { goodbyeMs, quietMs, ReplacedPublishers } from './former-sessions.ts';

let room: TestRoom;
/** ms by which the room's clock is ahead. */
let ahead = 0;
afterEach(() => room.close());

async function open(): Promise<void> {
  ahead = 0;
  room = await openTestRoom({ now: () => Date.now() + ahead });
  await room.publish();
}

const goodbye = async (location: string, token: string) =>
  (await room.request(location, { method: 'DELETE', token })).status;

test('a repeated DELETE succeeds for a minute', async () => {
  await open();
  const { location } = await room.view('anna');
  for (let time = 0; time < 3; time += 1) expect(await goodbye(location, 'view:anna')).toBe(200);
  ahead = goodbyeMs - 5000;
  expect(await goodbye(location, 'view:anna')).toBe(200);
  ahead = goodbyeMs + 5000;
  await room.until(() => room.sfu.stats().rooms === 0);
  expect(await goodbye(location, 'view:anna')).toBe(404);
});

test('an ended session is not found with another token', async () => {
  await open();
  const { location } = await room.view('anna');
  await goodbye(location, 'view:anna');
  expect(await goodbye(location, 'view:bert')).toBe(404);
  expect((await room.request(location, { method: 'DELETE', token: null })).status).toBe(401);
});

test('a dropped viewer can still DELETE its session', async () => {
  await open();
  const { location } = await room.view('anna');
  room.sfu.drop('anna');
  expect(await goodbye(location, 'view:anna')).toBe(200);
});

test('a replaced viewer can DELETE its old session after it has reconnected', async () => {
  await open();
  const { location } = await room.view('anna');
  await room.view('anna');
  expect(await goodbye(location, 'view:anna')).toBe(200);
  expect(room.sfu.viewer('anna')?.connected).toBe(true);
});

test('an ended session accepts no request except DELETE', async () => {
  await open();
  const { location } = await room.view('anna');
  await goodbye(location, 'view:anna');
  const patch = await room.request(location, {
    method: 'PATCH',
    token: 'view:anna',
    type: 'application/trickle-ice-sdpfrag',
    body: 'a=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\n',
    headers: { 'If-Match': '*' },
  });
  expect(patch.status).toBe(404);
});

test('a late height is accepted without effect and does not count as a guess', async () => {
  ahead = 0;
  room = await openTestRoom({ limits: { failuresPerAddress: 1 } });
  await room.publish();
  const { location } = await room.view('anna');
  room.sfu.drop('anna');
  const tell = async (token: string) => {
    const body = { method: 'PUT' as const, token, type: 'application/json', body: '{"height":720}' };
    return (await room.request(`${location}/height`, body)).status;
  };
  expect(await tell('view:anna')).toBe(204);
  expect(await tell('view:anna')).toBe(204);
  expect(await tell('view:bert')).toBe(404);
  expect(await tell('view:bert')).toBe(429);
});

const [encoder, page] = ['encoder', 'page'].map((token) => ({ room: 'lounge', token })) as [
  { room: string; token: string },
  { room: string; token: string },
];
let now: number;
let replaced: ReplacedPublishers;
beforeEach(() => {
  now = 0;
  replaced = new ReplacedPublishers(() => now);
  replaced.add(encoder, page);
});

const attempt = (publishing = encoder) => {
  try {
    replaced.requireFree(publishing, true);
    return 'accepted';
  } catch {
    return 'refused';
  }
};

test('refuses a replaced publisher, but no other token and no other room', () => {
  expect(attempt()).toBe('refused');
  expect(attempt({ ...encoder, token: 'fresh' })).toBe('accepted');
  expect(attempt({ ...encoder, room: 'attic' })).toBe('accepted');
  expect(attempt(page)).toBe('accepted');
});

test('a publisher that reconnects does not replace itself', () => {
  replaced.add(page, page);
  expect(attempt(page)).toBe('accepted');
});

test('accepts it once its room is free, and then again', () => {
  replaced.requireFree(encoder, false);
  expect(attempt()).toBe('accepted');
});

test('accepts it after a pause in which it made no attempt', () => {
  for (let tries = 0; tries < 3; tries += 1) {
    now += quietMs - 1;
    replaced.forget();
    expect(attempt()).toBe('refused');
  }
  now += quietMs;
  expect(attempt()).toBe('accepted');
});
