import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  collectPackets,
  createEncoder,
  createTestPeer,
  hangUp,
  type TestPeer,
  type TestPeerOptions,
} from '../../testing/whip-client.ts';
import { openTestRoom, type TestRoom } from './testing.ts';
import { defaultLimits, type SfuLimits } from './types.ts';

let room: TestRoom;
/** ms that tests add to the room's stopped clock, so that silence does not depend on the machine's speed. */
let ahead = 0;
let news: boolean[] = [];
afterEach(() => room?.close());

async function open(limits: Partial<SfuLimits> = {}): Promise<void> {
  ahead = 0;
  news = [];
  const start = Date.now();
  room = await openTestRoom({
    now: () => start + ahead,
    onPublisher: (_name, up) => news.push(up),
    limits: { ...defaultLimits, ...limits },
  });
}

/** Cuts a peer off without closing, like a killed process. */
async function vanish({ pc }: TestPeer): Promise<void> {
  for (const { iceTransport } of pc.dtlsTransports) await iceTransport.connection.close();
  // Lets its sent packets arrive before the clock moves.
  // biome-ignore lint/plugin/sleeps: what a cut-off peer has sent is counted nowhere
  await sleep(100);
}

async function publishMedia() {
  const { peer } = await room.publish();
  const encoder = createEncoder(peer);
  await room.until(() => {
    encoder.send();
    return room.sfu.room('lounge').packetsIn > 0;
  });
  // biome-ignore lint/plugin/sleeps: packets sent before the connection may be lost, so their number is unknown
  await sleep(100);
  return encoder;
}

const watch = async () => {
  const player = await createTestPeer({ direction: 'recvonly' });
  const response = await room.request('/media/whep/lounge', { token: 'view:anna', body: player.offer });
  await player.close();
  return { status: response.status, retryAfter: Number(response.headers.get('Retry-After')) };
};

test('the limits detect an absent peer within three seconds', () => {
  expect(defaultLimits.absentMs).toBeLessThanOrEqual(3000);
  // Checked every 250 ms.
  expect(defaultLimits.stillMs + 250).toBeLessThanOrEqual(3000);
});

test('a publisher whose packets stop counts as stopped, and viewers are refused', async () => {
  await open();
  await publishMedia();
  expect(room.sfu.room('lounge').publishing).toBe(true);
  ahead = defaultLimits.stillMs + 1;
  expect(room.sfu.room('lounge').publishing).toBe(false);
  expect(room.sfu.stats()).toMatchObject({ rooms: 1, publishers: 0 });
  expect(await watch()).toEqual({ status: 409, retryAfter: 2 });
  await room.until(() => news.length === 2);
  expect(news).toEqual([true, false]);
});

test('the publisher’s next packet resumes publishing in the same session', async () => {
  await open();
  const encoder = await publishMedia();
  ahead = defaultLimits.stillMs + 1;
  await room.until(() => news.length === 2);
  await room.until(() => {
    encoder.send();
    return news.length === 3;
  });
  expect(news).toEqual([true, false, true]);
  expect(room.sfu.room('lounge').publishing).toBe(true);
  expect((await watch()).status).toBe(201);
});

test('a publisher that connects and sends nothing has the same time', async () => {
  await open();
  await room.publish();
  expect(room.sfu.room('lounge').publishing).toBe(true);
  expect((await watch()).status).toBe(201);
  ahead = defaultLimits.stillMs + 1;
  expect((await watch()).status).toBe(409);
});

test('viewers stay while their publisher is silent and receive it again when it returns', async () => {
  await open();
  const encoder = await publishMedia();
  const packets = collectPackets((await room.view('anna')).peer);
  ahead = defaultLimits.stillMs + 1;
  await room.until(() => news.length === 2);
  await room.until(() => {
    encoder.send();
    return packets.length > 0;
  });
  await room.until(() => room.sfu.room('lounge').viewers === 1);
});

test('a viewer that closes its connection is no watcher any more, long before it is absent', async () => {
  await open();
  await publishMedia();
  const { peer } = await room.view('anna');
  await room.view('bert');
  expect(room.sfu.watchers('lounge')).toEqual(['anna', 'bert']);
  await hangUp(peer);
  await room.until(() => room.sfu.watchers('lounge').length === 1);
  expect(room.sfu.watchers('lounge')).toEqual(['bert']);
});

test('a viewer whose browser is gone counts as disconnected and frees its seat', async () => {
  await open({ viewersPerRoom: 1 });
  const encoder = await publishMedia();
  const { peer } = await room.view('anna');
  expect(room.sfu.viewer('anna')?.connected).toBe(true);
  await expect(room.view('bert')).rejects.toThrow('503');
  await vanish(peer);
  ahead = defaultLimits.absentMs + 1;
  encoder.send();
  expect(room.sfu.viewer('anna')?.connected).toBe(false);
  expect(room.sfu.room('lounge').viewers).toBe(0);
  expect(room.sfu.watchers('lounge')).toEqual([]);
  await room.until(() => {
    encoder.send();
    return room.sfu.room('lounge').publishing;
  });
  await room.view('bert');
  expect(room.sfu.stats().viewers).toBe(1);
});

for (const [name, options] of [
  ['of sound alone', { kinds: ['audio'] }],
  [
    'that does not estimate its line',
    { rewriteOffer: (sdp) => sdp.replace(/a=rtcp-fb:\d+ goog-remb\r\n/, '') },
  ],
] satisfies [string, Partial<TestPeerOptions>][]) {
  test(`a viewer ${name}, which reports rarely, has more time`, async () => {
    await open();
    const encoder = await publishMedia();
    const { peer } = await room.view('anna', options);
    await vanish(peer);
    ahead = defaultLimits.absentMs + 1;
    encoder.send();
    expect(room.sfu.viewer('anna')?.connected).toBe(true);
    ahead = defaultLimits.absentRareMs + 1;
    expect(room.sfu.viewer('anna')?.connected).toBe(false);
  });
}

test('an absent viewer is sent nothing, so that nothing counts as delivered', async () => {
  await open();
  const encoder = await publishMedia();
  const { peer } = await room.view('anna');
  await vanish(peer);
  const before = room.sfu.viewer('anna')?.packetsOut;
  ahead = defaultLimits.absentMs + 1;
  const taken = room.sfu.room('lounge').packetsIn;
  await room.until(() => {
    encoder.send();
    return room.sfu.room('lounge').packetsIn > taken + 3;
  });
  expect(room.sfu.viewer('anna')?.packetsOut).toBe(before);
});

test('a viewer that is heard again after a pause gets a key frame', async () => {
  await open();
  const { peer } = await room.publish();
  const encoder = createEncoder(peer);
  const packets = collectPackets((await room.view('anna')).peer);
  await room.until(() => {
    encoder.send();
    return packets.length > 0;
  });
  let keyFrames = 0;
  peer.video?.sender.onPictureLossIndication.subscribe(() => {
    keyFrames += 1;
  });
  ahead = defaultLimits.absentMs + 1;
  expect(room.sfu.viewer('anna')?.connected).toBe(false);
  // Its next report makes it present.
  await room.until(() => room.sfu.viewer('anna')?.connected === true);
  await room.until(() => keyFrames > 0);
  const before = packets.length;
  await room.until(() => {
    encoder.send();
    return packets.length > before;
  });
});
