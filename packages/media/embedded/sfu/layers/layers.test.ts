import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectPackets } from '../../../testing/whip-client.ts';
import { openTestRoom, type TestRoom, type TestSession } from '../testing.ts';
import { estimate, LayeredEncoder, offerLayers, type SeenPacket, seen } from './testing.ts';

let room: TestRoom;
let publisher: TestSession;
let encoder: LayeredEncoder;

beforeEach(async () => {
  room = await openTestRoom();
  publisher = await room.publish({ rewriteOffer: offerLayers });
  encoder = new LayeredEncoder(publisher.peer);
  void encoder.run();
  // Until the layers are measured.
  await room.until(() => room.sfu.room('lounge').packetsIn > 300);
});
afterEach(async () => {
  encoder.stop();
  await room.close();
});

async function view(name: string) {
  const { peer, location } = await room.view(name);
  const packets = collectPackets(peer);
  return {
    packets,
    showAt: (height: number) =>
      room.request(`${location}/height`, {
        method: 'PUT',
        token: `view:${name}`,
        type: 'application/json',
        body: JSON.stringify({ height }),
      }),
    estimate: (bitsPerSecond: number) => estimate(peer, bitsPerSecond),
    /** In the order of their numbers, as a player puts them. */
    seen: (): SeenPacket[] => packets.map(seen).toSorted((one, other) => one.seq - other.seq),
    last: () => (packets.length > 0 ? seen(packets.at(-1) as (typeof packets)[0]).layer : ''),
  };
}

type View = Awaited<ReturnType<typeof view>>;

/** The viewer's player says again and again what it estimates, until this layer comes. */
async function untilLayer(viewer: View, layer: string, bitsPerSecond: number): Promise<void> {
  await room.until(() => {
    viewer.estimate(bitsPerSecond);
    return viewer.last() === layer;
  });
}

/** Places where one layer follows another. */
function changes(packets: readonly SeenPacket[]) {
  return packets.flatMap((packet, at) => {
    const before = packets[at - 1];
    return before && before.layer !== packet.layer ? [{ before, after: packet }] : [];
  });
}

test('the answer takes every layer that the encoder offers', () => {
  expect(publisher.answer).toContain(
    'a=rid:l recv\r\na=rid:m recv\r\na=rid:h recv\r\na=simulcast:recv l;m;h',
  );
  expect(publisher.answer).toContain('a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id');
});

test('a thin line gets the small layer, a wide one the large, from the same encoder', async () => {
  const [thin, wide] = [await view('anna'), await view('bert')];
  await Promise.all([untilLayer(thin, 'l', 200_000), untilLayer(wide, 'h', 5_000_000)]);
});

test('a small screen gets no layer that is larger than of use, however wide its line, and a larger one when it grows', async () => {
  const viewer = await view('anna');
  await untilLayer(viewer, 'h', 5_000_000);
  await viewer.showAt(200);
  await untilLayer(viewer, 'm', 5_000_000);
  await viewer.showAt(1080);
  await untilLayer(viewer, 'h', 5_000_000);
  await viewer.showAt(120);
  await untilLayer(viewer, 'l', 5_000_000);
});

test('layers change at key frames only, and the player sees one stream without a gap', async () => {
  const viewer = await view('anna');
  await untilLayer(viewer, 'm', 700_000);
  await untilLayer(viewer, 'h', 5_000_000);
  await untilLayer(viewer, 'l', 200_000);
  await sleep(300);
  const packets = viewer.seen();
  expect(changes(packets).length).toBeGreaterThanOrEqual(2);
  expect(changes(packets).filter(({ after }) => !after.isKey)).toEqual([]);
  expect(packets[0]?.isKey).toBe(true);
  for (const [at, packet] of packets.entries()) {
    const before = packets[at - 1];
    if (!before) continue;
    const passed = (packet.timestamp - before.timestamp) | 0;
    expect(packet.seq - before.seq).toBe(1);
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(90_000);
    const isSameFrame = passed === 0;
    expect((packet.picture - before.picture) & 0x7fff).toBe(isSameFrame ? 0 : 1);
    expect((packet.tl0 - before.tl0) & 0xff).toBe(isSameFrame ? 0 : 1);
  }
});

test('a layer that the encoder gives up is left for one that flows, and taken again when it is back', async () => {
  const viewer = await view('anna');
  await untilLayer(viewer, 'h', 5_000_000);
  encoder.silent.add('h');
  const stopped = Date.now();
  await untilLayer(viewer, 'm', 5_000_000);
  expect(Date.now() - stopped).toBeLessThan(4000);
  encoder.silent.delete('h');
  await untilLayer(viewer, 'h', 5_000_000);
});

test('the encoder is asked for a key frame of one layer at most once a second', async () => {
  const viewers = [await view('anna'), await view('bert'), await view('carl')];
  const [began, before] = [Date.now(), encoder.asked.length];
  for (let turn = 0; turn < 40; turn += 1) {
    for (const [at, viewer] of viewers.entries()) viewer.estimate((turn + at) % 8 < 4 ? 200_000 : 5_000_000);
    await sleep(100);
  }
  const seconds = (Date.now() - began) / 1000;
  for (const name of ['l', 'm', 'h'] as const) {
    const asked = encoder.asked.slice(before).filter((each) => each.name === name);
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  }
  expect(encoder.asked.length).toBeGreaterThan(before);
});

test('a viewer who comes soon after a key frame sees it at once, and none is asked for', async () => {
  const first = await view('anna');
  await untilLayer(first, 'm', 700_000);
  const asked = encoder.asked.length;
  const second = await view('bert');
  await room.until(() => second.packets.length > 0);
  expect(second.seen()[0]).toMatchObject({ isKey: true, layer: 'm' });
  expect(encoder.asked).toHaveLength(asked);
  await room.until(() => second.packets.length > 100);
  const packets = second.seen();
  for (const [at, packet] of packets.entries()) {
    const before = packets[at - 1];
    if (before) expect(packet.seq - before.seq).toBe(1);
  }
});
