import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestPeer, type MediaRequest } from '../../testing/whip-client.ts';
import { openTestRoom, type TestRoom, type TestSession } from './testing.ts';

let room: TestRoom;
let viewer: TestSession;
let publisher: TestSession;
beforeEach(async () => {
  room = await openTestRoom();
  publisher = await room.publish();
  viewer = await room.view('anna');
});
afterEach(() => room.close());

const put = (request: MediaRequest = {}, location = viewer.location) =>
  room.request(`${location}/height`, {
    method: 'PUT',
    token: 'view:anna',
    type: 'application/json',
    body: '{"height":720}',
    ...request,
  });

test('the answer to a player links to the URL for the height of its picture', async () => {
  const player = await createTestPeer({ direction: 'recvonly' });
  const response = await room.request('/media/whep/lounge', { token: 'view:bert', body: player.offer });
  expect(response.headers.get('Link')).toBe(
    `<${response.headers.get('Location')}/height>; rel="urn:x-media:height"`,
  );
  await player.close();
});

test('an encoder gets no such link and may send no height', async () => {
  const encoder = await createTestPeer({ direction: 'sendonly' });
  const response = await room.request('/media/whip/attic', {
    token: 'publish:camera',
    body: encoder.offer,
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('Link')).toBeNull();
  await encoder.close();
  expect((await put({ token: 'publish:camera' }, publisher.location)).status).toBe(404);
});

test.each([
  ['what is right', {}, 204],
  ['nothing', { body: '' }, 400],
  ['what is no JSON', { body: 'height=720' }, 400],
  ['no height', { body: '{"width":720}' }, 400],
  ['nought', { body: '{"height":0}' }, 400],
  ['part of a pixel', { body: '{"height":720.5}' }, 400],
  ['a text', { body: '{"height":"720"}' }, 400],
  ['more than any screen has', { body: '{"height":100000}' }, 400],
  ['another type', { type: 'text/plain' }, 415],
  ['a long body', { body: `{"height":720,"more":"${'a'.repeat(70_000)}"}` }, 413],
  ['no token', { token: null }, 401],
  ['an unknown token', { token: 'nobody' }, 401],
  ['the token of somebody else', { token: 'view:bert' }, 403],
])('%s is answered %s %s', async (_name, request: MediaRequest, status) => {
  expect((await put(request)).status).toBe(status);
});

test('a missing session has no height', async () => {
  expect((await put({}, '/media/session/nothing')).status).toBe(404);
});

test('accepts a height from another origin and no other methods', async () => {
  const path = `${viewer.location}/height`;
  const preflight = await room.request(path, { method: 'OPTIONS', token: null });
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('PUT');
  expect((await room.request(path, { method: 'GET' })).status).toBe(405);
});

test('refuses a player that sends heights too often', async () => {
  const statuses = new Set<number>();
  for (let turn = 0; turn < 25; turn += 1) statuses.add((await put()).status);
  expect(statuses).toEqual(new Set([204, 429]));
});
