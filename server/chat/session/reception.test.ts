import { beforeEach, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { createReceptionSweep } from './reception.ts';

const test = startTestApp();
let vera: TestPerformer;
let sweep: () => Promise<void>;

beforeEach(async () => {
  vera = await aPerformer(test, onlineStatus.online);
  test.pushes.length = 0;
  sweep = createReceptionSweep(test.deps);
});

/** What one run of the sweep pushes to the room. */
const payloads = async () => {
  test.pushes.length = 0;
  test.clock.advance(250);
  await sweep();
  return test.pushes.filter(({ to }) => to === `room:${vera.id}`).map(({ payload }) => payload);
};
const receive = (received: Parameters<typeof test.media.publish>[1]) =>
  test.media.publish(streamRoom(vera.id), received);

it('tells a performer and her viewers once that her picture is frozen, and that it moves again', async () => {
  receive({});
  expect(await payloads()).toEqual([]);
  receive({ picture: 'frozen' });
  expect(await payloads()).toEqual([{ room: vera.id, isFrozen: true, isSilent: false }]);
  expect(await payloads()).toEqual([]);
  receive({});
  expect(await payloads()).toEqual([{ room: vera.id, isFrozen: false, isSilent: false }]);
});

it('tells of silence after ten seconds, and not of pauses', async () => {
  receive({ silentMs: 9900 });
  expect(await payloads()).toEqual([]);
  receive({ silentMs: 10_000 });
  expect(await payloads()).toEqual([{ room: vera.id, isFrozen: false, isSilent: true }]);
});

it('takes back what it said when the broadcast is gone, which players notice themselves', async () => {
  receive({ picture: 'frozen' });
  await payloads();
  test.media.rooms.clear();
  expect(await payloads()).toEqual([{ room: vera.id, isFrozen: false, isSilent: false }]);
});

it('tells viewers when a broadcast that was away is back', async () => {
  receive({});
  expect(await payloads()).toEqual([]);
  test.media.rooms.clear();
  expect(await payloads()).toEqual([]);
  receive({});
  expect(await payloads()).toEqual([{ room: vera.id }]);
  expect(test.pushes.map(({ name }) => name)).toEqual(['chat-picture']);
  expect(await payloads()).toEqual([]);
});

it('does not look at performers who are offline', async () => {
  const offline = await aPerformer(test, onlineStatus.offline);
  test.media.publish(streamRoom(offline.id), { picture: 'frozen' });
  test.clock.advance(1000);
  await sweep();
  expect(test.pushes).toEqual([]);
});
