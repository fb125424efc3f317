import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { addedPerformer } from './account/testing.ts';
import { createBroadcastSweep, ENCODER_GRACE_MS } from './broadcast.ts';

const test = startTestApp();

const statusOf = async (id: number) => (await performersFor(test.deps, inHouse).byId(id))?.onlineStatus;
const set = ({ token }: TestPerformer, status: (typeof onlineStatus)[keyof typeof onlineStatus]) =>
  callApp(test, setStatus, { onlineStatus: status }, bearer(token));

it('puts a broadcasting performer live', async () => {
  const vera = await aPerformer(test, onlineStatus.offline);
  test.media.publish(streamRoom(vera.id));
  await expect(set(vera, onlineStatus.free)).resolves.toEqual({ onlineStatus: onlineStatus.free });
  expect(await statusOf(vera.id)).toBe(onlineStatus.free);
});

it('makes her first public stream the day from which she is new', async () => {
  const { id } = await addedPerformer(test, 'Firsttime');
  const token = await tokenFor(test.deps, 'performer', id);
  test.media.publish(streamRoom(id));
  const firstOf = async () => (await performersFor(test.deps, inHouse).byId(id))?.firstCamSession;
  const begin = test.clock.now();
  for (const status of [onlineStatus.paused, onlineStatus.free, onlineStatus.offline, onlineStatus.online]) {
    await callApp(test, setStatus, { onlineStatus: status }, bearer(token));
    test.clock.advance(60_000);
  }
  expect(await firstOf()).toEqual(new Date(begin.getTime() + 60_000));
});

it('refuses to go live without a broadcast', async () => {
  const vera = await aPerformer(test, onlineStatus.offline);
  await expect(set(vera, onlineStatus.online)).rejects.toThrow('badRequest.performer.offline');
  expect(await statusOf(vera.id)).toBe(onlineStatus.offline);
});

it('puts a performer offline with or without a broadcast', async () => {
  const vera = await aPerformer(test, onlineStatus.online);
  test.media.gateway.closeRoom(streamRoom(vera.id));
  await expect(set(vera, onlineStatus.offline)).resolves.toEqual({ onlineStatus: onlineStatus.offline });
});

it("refuses VIP as a performer's own choice", async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  await expect(set(vera, onlineStatus.vip)).rejects.toThrow('badRequest.forbidden');
  expect(await statusOf(vera.id)).toBe(onlineStatus.free);
});

it('refuses an invalid combination of bits', async () => {
  const vera = await aPerformer(test, onlineStatus.online);
  await expect(set(vera, 2 as 0)).rejects.toThrow('badRequest.invalid.input');
});

/** Runs the sweep once per second for this long. */
async function look(sweep: () => Promise<void>, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    test.clock.advance(Math.min(left, 1000));
    await sweep();
  }
}

const ends = () =>
  test.pushes.filter(({ name }) => name === 'studio-ended').map(({ to, payload }) => ({ to, payload }));

it('is reset if the encoder stays away, but not if it only restarts', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  const sweep = createBroadcastSweep(test.deps);
  test.media.gateway.closeRoom(streamRoom(vera.id));
  await sweep();
  await look(sweep, ENCODER_GRACE_MS - 1);
  test.media.publish(streamRoom(vera.id));
  await sweep();
  expect(await statusOf(vera.id)).toBe(onlineStatus.free);
  test.media.gateway.closeRoom(streamRoom(vera.id));
  await sweep();
  expect(ends()).toEqual([]);
  await look(sweep, ENCODER_GRACE_MS);
  expect(await statusOf(vera.id)).toBe(onlineStatus.offline);
  expect(ends()).toEqual([{ to: `performer:${vera.id}`, payload: { what: 'broadcast', why: 'lost' } }]);
});

it('is reset in time also if the clock is set back meanwhile', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  const sweep = createBroadcastSweep(test.deps);
  test.media.gateway.closeRoom(streamRoom(vera.id));
  await sweep();
  test.clock.jump(-3_600_000);
  test.clock.steady.follow();
  await sweep();
  await look(sweep, ENCODER_GRACE_MS);
  expect(await statusOf(vera.id)).toBe(onlineStatus.offline);
});

it('is not reset by a process that was stalled while the encoder may have come back', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  const sweep = createBroadcastSweep(test.deps);
  test.media.gateway.closeRoom(streamRoom(vera.id));
  await sweep();
  test.clock.advance(60_000);
  await sweep();
  expect(await statusOf(vera.id)).toBe(onlineStatus.free);
  await look(sweep, ENCODER_GRACE_MS);
  expect(await statusOf(vera.id)).toBe(onlineStatus.offline);
});
