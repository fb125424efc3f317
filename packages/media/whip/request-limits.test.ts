import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestRoom, type TestRoom } from '../embedded/sfu/testing.ts';
import { createTestPeer, type TestPeer } from '../testing/whip-client.ts';

const path = '/media/whip/lounge';
const token = 'publish:camera';

let room: TestRoom;
let encoder: TestPeer;

beforeEach(async () => {
  room = await openTestRoom({ limits: { failuresPerAddress: 3 } });
  encoder = await createTestPeer({ direction: 'sendonly' });
});
afterEach(async () => {
  await encoder.close();
  await room.close();
});

const post = (bearer: string | null) => room.request(path, { token: bearer, body: encoder.offer });

test('answers 429 with Retry-After to a valid token after three wrong ones', async () => {
  for (const guess of ['one', 'two', 'three']) expect((await post(guess)).status).toBe(401);
  const refused = await post(token);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(room.sfu.stats().publishers).toBe(0);
});

test('limits guesses of session ids, too', async () => {
  const look = () => room.request('/media/session/somebody', { method: 'DELETE', token });
  for (let count = 0; count < 3; count += 1) expect((await look()).status).toBe(404);
  expect((await look()).status).toBe(429);
});

test('does not count an invalid offer as a guess', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect((await room.request(path, { token, body: 'hello' })).status).toBe(400);
  }
  expect((await post(token)).status).toBe(201);
});

test('answers a preflight even after too many guesses', async () => {
  for (const guess of ['one', 'two', 'three', 'four']) await post(guess);
  const preflight = await room.request(path, { method: 'OPTIONS', token: null });
  expect(preflight.status).toBe(200);
  expect(Number(preflight.headers.get('Access-Control-Max-Age'))).toBeGreaterThan(600);
});
