import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectPackets } from '../../../testing/whip-client.ts';
import { openTestRoom, type TestRoom, type TestSession } from '../testing.ts';
import {
  estimate,
  LayeredEncoder,
  offerLayers,
  type SeenPacket,
  seen,
  testLayers,
  widthOf,
} from './testing.ts';

let room: TestRoom;
let publisher: TestSession;
let encoder: LayeredEncoder;

beforeEach(async () => {
  room = await openTestRoom();
  publisher = await room.publish({ rewriteOffer: offerLayers });
  encoder = new LayeredEncoder(publisher.peer);
  void encoder.run();
  // Wait until the layers’ rates are measured.
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
    /** In sequence order, as a player sorts them. */
    seen: (): SeenPacket[] => packets.map(seen).toSorted((one, other) => one.seq - other.seq),
    last: () => (packets.length > 0 ? seen(packets.at(-1) as (typeof packets)[0]).layer : ''),
  };
}

type View = Awaited<ReturnType<typeof view>>;

/** Repeats the player's estimate until this layer arrives. */
async function untilLayer(viewer: View, layer: string, bitsPerSecond: number): Promise<void> {
  await room.until(() => {
    viewer.estimate(bitsPerSecond);
    return viewer.last() === layer;
  });
}

/** Pairs of packets at which the layer changes. */
function changes(packets: readonly SeenPacket[]) {
  return packets.flatMap((packet, at) => {
    const before = packets[at - 1];
    return before && before.layer !== packet.layer ? [{ before, after: packet }] : [];
  });
}

test('the answer accepts every offered layer', () => {
  expect(publisher.answer).toContain(
    'a=rid:l recv\r\na=rid:m recv\r\na=rid:h recv\r\na=simulcast:recv l;m;h',
  );
  expect(publisher.answer).toContain('a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id');
});

test('sends the small layer to a thin line and the large one to a wide line', async () => {
  const [thin, wide] = [await view('anna'), await view('bert')];
  await Promise.all([untilLayer(thin, 'l', 200_000), untilLayer(wide, 'h', 5_000_000)]);
});

test('sends a small screen no larger layer than needed, and a larger one when it grows', async () => {
  const viewer = await view('anna');
  await untilLayer(viewer, 'h', 5_000_000);
  await viewer.showAt(200);
  await untilLayer(viewer, 'm', 5_000_000);
  await viewer.showAt(1080);
  await untilLayer(viewer, 'h', 5_000_000);
  await viewer.showAt(120);
  await untilLayer(viewer, 'l', 5_000_000);
});

test('changes layers only at key frames, in one stream without a gap', async () => {
  const viewer = await view('anna');
  await untilLayer(viewer, 'm', 700_000);
  await untilLayer(viewer, 'h', 5_000_000);
  await untilLayer(viewer, 'l', 200_000);
  const count = viewer.packets.length;
  await room.until(() => viewer.packets.length > count + 10);
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

test('leaves a layer that the encoder gives up, and returns when it is back', async () => {
  const viewer = await view('anna');
  await untilLayer(viewer, 'h', 5_000_000);
  encoder.silent.add('h');
  const stopped = Date.now();
  await untilLayer(viewer, 'm', 5_000_000);
  expect(Date.now() - stopped).toBeLessThan(4000);
  encoder.silent.delete('h');
  await untilLayer(viewer, 'h', 5_000_000);
});

test('takes a picture of the smallest or of the largest layer that flows, also both at once', async () => {
  const widths = async () => {
    const pictures = [room.sfu.picture('lounge', 'small'), room.sfu.picture('lounge', 'large')];
    return (await Promise.all(pictures)).map((picture) => picture && widthOf(picture));
  };
  expect(await widths()).toEqual([testLayers.l.width, testLayers.h.width]);
  encoder.silent.add('l').add('h');
  await expect.poll(widths).toEqual([testLayers.m.width, testLayers.m.width]);
});

test('requests a key frame of each layer at most once a second', async () => {
  const viewers = [await view('anna'), await view('bert'), await view('carl')];
  const [began, before] = [Date.now(), encoder.requests.length];
  for (let turn = 0; turn < 40; turn += 1) {
    for (const [at, viewer] of viewers.entries()) viewer.estimate((turn + at) % 8 < 4 ? 200_000 : 5_000_000);
    // biome-ignore lint/plugin/sleeps: the pace of a player’s estimates
    await sleep(100);
  }
  const seconds = (Date.now() - began) / 1000;
  for (const name of ['l', 'm', 'h'] as const) {
    const requests = encoder.requests.slice(before).filter((each) => each.name === name);
    expect(requests.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  }
  expect(encoder.requests.length).toBeGreaterThan(before);
});

test('sends a new viewer a recent key frame at once without requesting one', async () => {
  const first = await view('anna');
  await untilLayer(first, 'm', 700_000);
  const count = encoder.requests.length;
  const second = await view('bert');
  await room.until(() => second.packets.length > 0);
  expect(second.seen()[0]).toMatchObject({ isKey: true, layer: 'm' });
  expect(encoder.requests).toHaveLength(count);
  await room.until(() => second.packets.length > 100);
  const packets = second.seen();
  for (const [at, packet] of packets.entries()) {
    const before = packets[at - 1];
    if (before) expect(packet.seq - before.seq).toBe(1);
  }
});
