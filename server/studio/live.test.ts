import { beforeEach, describe, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { readAudience, watchOwnStream } from '#contract/studio/live-calls.ts';
import { startBroadcast } from '#contract/studio/studio-calls.ts';
import { nodeLease, takeLease } from '#server/db/lease.ts';
import { ofLogin, previewViewer, streamRoom, unseenViewer } from '#server/media/rooms.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, sessionOf, variantOf } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { announceRestart } from './broadcast.ts';
import { beginVip } from './vip/testing.ts';

const test = startTestApp();
let vera: TestPerformer;
beforeEach(async () => {
  vera = await aPerformer(test, onlineStatus.offline);
  test.pushes.length = 0;
});

/** Her name at the media server while she watches her own stream. */
const ownView = (page?: string) => ofLogin(previewViewer(vera.id, page), sessionOf(vera.token));
const audience = () => callApp(test, readAudience, {}, bearer(vera.token));
/** The performer's room at the media server, with these viewers. */
const serve = (...viewers: string[]) => {
  test.media.publish(streamRoom(vera.id));
  test.media.watchers.set(streamRoom(vera.id), viewers);
};

it('is seen by nobody before a broadcast', async () => {
  expect(await audience()).toEqual({
    onlineStatus: 0,
    receiving: false,
    received: null,
    watching: 0,
    vip: null,
    encoderRefused: false,
  });
});

it('counts the viewers of the media server, without the performer’s own previews', async () => {
  serve('one', 'two', `preview-${vera.id}0`, `unseen-${vera.id}0-1`);
  expect(await audience()).toMatchObject({ receiving: true, watching: 4 });
  const ended = ofLogin(previewViewer(vera.id, test.deps.newId()), test.deps.newId());
  serve('one', ownView(), ownView(test.deps.newId()), ended, unseenViewer(vera.id, 7));
  expect(await audience()).toMatchObject({ receiving: true, watching: 1 });
});

it('gives each of her pages a view of its own', async () => {
  const [first, second] = [test.deps.newId(), test.deps.newId()];
  for (const page of [first, second])
    expect(await callApp(test, watchOwnStream, { page }, bearer(vera.token))).toMatchObject({
      token: `view:${ownView(page)}`,
    });
});

it('says what the media server receives, and what is wrong with it', async () => {
  test.media.publish(streamRoom(vera.id), { picture: 'frozen', silentMs: 9999 });
  const received = {
    isFrozen: true,
    isSilent: false,
    size: { width: 1280, height: 720 },
    framesPerSecond: 30,
    bitrate: 2_100_000,
  };
  expect(await audience()).toMatchObject({ receiving: true, received });
  test.media.publish(streamRoom(vera.id), { silentMs: 10_000 });
  expect(await audience()).toMatchObject({ received: { isFrozen: false, isSilent: true } });
});

it('tells for a minute that an encoder was refused', async () => {
  test.media.publish(streamRoom(vera.id));
  const room = test.media.rooms.get(streamRoom(vera.id));
  const refusedAt = test.clock.now().getTime();
  if (room) test.media.rooms.set(streamRoom(vera.id), { ...room, refusedAt });
  expect(await audience()).toMatchObject({ encoderRefused: true });
  test.clock.advance(60_000);
  expect(await audience()).toMatchObject({ encoderRefused: false });
});

it('names the member of the running VIP show, with the clock that the member sees', async () => {
  const host = await aPerformer(test, onlineStatus.online);
  const anna = await aMember(test, 2000);
  const chat = await join(test, anna.caller, host);
  await beginVip(test, chat, host);
  const now = await callApp(test, readAudience, {}, bearer(host.token));
  const show = { onlineStatus: onlineStatus.vip, vip: expect.stringMatching(/./) };
  expect(now).toMatchObject({ ...show, vipPaidMs: 0 });
  await chat.watchFor(63_000);
  expect(await callApp(test, readAudience, {}, bearer(host.token))).toMatchObject({ vipPaidMs: 63_000 });
  const back = await join(test, anna.caller, host, 'vip');
  expect(await callApp(test, readAudience, {}, bearer(host.token))).toMatchObject({
    vipPaidMs: back.joined.meter.paidMs,
  });
});

it('plays her own stream to a performer while she is offline', async () => {
  const config = await callApp(test, watchOwnStream, {}, bearer(vera.token));
  expect(config).toMatchObject({
    url: `/media/whep/${streamRoom(vera.id)}`,
    token: `view:${ownView()}`,
  });
});

it('tells the studio which page broadcasts, and nobody about an encoder', async () => {
  const page = test.deps.newId();
  await callApp(test, startBroadcast, {}, bearer(vera.token));
  expect(test.pushes).toEqual([]);
  await callApp(test, startBroadcast, { page }, bearer(vera.token));
  expect(test.pushes).toEqual([{ to: `performer:${vera.id}`, name: 'studio-broadcast', payload: { page } }]);
});

describe('before the process stops', () => {
  const online = async () => {
    const host = await aPerformer(test, onlineStatus.online);
    test.media.publish(streamRoom(host.id));
    test.pushes.length = 0;
    return host;
  };
  const restartsOf = ({ id }: TestPerformer) =>
    test.pushes.filter(({ to, name }) => to === `performer:${id}` && name === 'studio-restarting').length;

  it('asks those who broadcast to move, and nobody else', async () => {
    const host = await online();
    const lost = await aPerformer(test, onlineStatus.online);
    test.media.rooms.delete(streamRoom(lost.id));
    await announceRestart(test.deps);
    expect([restartsOf(host), restartsOf(lost), restartsOf(vera)]).toEqual([1, 0, 0]);
  });

  it('asks nobody while another node serves from the same media server', async () => {
    const host = await online();
    const node = variantOf(test, { node: 'first', media: { ...test.deps.media, shared: true } });
    await takeLease(test.deps.db, nodeLease('second'));
    await announceRestart(node.deps);
    expect(restartsOf(host)).toBe(0);
  });
});

it.each([readAudience, watchOwnStream])('is for performers only', async (call) => {
  const anna = await aMember(test);
  await expect(callApp(test, call, {}, bearer(anna.token))).rejects.toThrow('badRequest.unauthorized');
});
