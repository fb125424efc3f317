import { afterEach, expect, test } from 'vitest';
import type { Conditions } from '../../testing/rough-network/conditions.ts';
import { openRoughNetwork, type RoughNetwork } from '../../testing/rough-network/rough-network.ts';
import { collectPackets, createEncoder } from '../../testing/whip-client.ts';
import { openTestRoom, type TestRoom } from './testing.ts';
import { defaultLimits } from './types.ts';

const viewers = 6;

let room: TestRoom;
let network: RoughNetwork;
afterEach(async () => {
  await room.close();
  network.close();
});

async function open(conditions: Partial<Conditions>, seed: number): Promise<void> {
  network = openRoughNetwork(conditions, seed);
  room = await openTestRoom({ network });
}

for (const seed of [1, 2]) {
  test(`all peers join with 5 % loss and reordered datagrams (seed ${seed})`, async () => {
    await open({ loss: 0.05, jitterMs: 50, duplicates: 0.02 }, seed);
    const { peer } = await room.publish({ steady: true });
    const encoder = createEncoder(peer);
    await room.until(() => {
      encoder.send();
      return room.sfu.room('lounge').packetsIn > 0;
    });
    for (let index = 0; index < viewers; index += 1) {
      const viewer = await room.view(`viewer-${index}`, { steady: true });
      const packets = collectPackets(viewer.peer);
      await room.until(() => {
        encoder.send();
        return packets.length > 0;
      });
    }
    expect(room.sfu.room('lounge').viewers).toBe(viewers);
    expect(network.counts.lost).toBeGreaterThan(0);
  });
}

test('a publisher joins when every other datagram is lost', async () => {
  await open({ loss: 0.5, jitterMs: 20 }, 3);
  await room.publish({ steady: true });
  expect(room.sfu.room('lounge').publishing).toBe(true);
});

for (const kinds of [['audio', 'video'], ['audio']] as const) {
  test(`a publisher of ${kinds.join(' and ')} that is cut off counts as gone within three seconds`, async () => {
    network = openRoughNetwork();
    let goneAt = 0;
    const onPublisher = (_name: string, up: boolean) => {
      if (!up) goneAt = Date.now();
    };
    room = await openTestRoom({ network, limits: defaultLimits, onPublisher });
    const encoder = createEncoder((await room.publish({ steady: true, kinds })).peer);
    const send = () => encoder.send(kinds.length === 1 ? 'audio' : 'video');
    await room.until(() => {
      send();
      return room.sfu.room('lounge').packetsIn > 10;
    });
    // Both sides continue to send, but nothing arrives.
    const sending = setInterval(send, 20);
    network.set({ loss: 1 });
    const lost = network.counts.lost;
    await room.until(() => goneAt > 0);
    clearInterval(sending);
    const { lastMediaAt, publishing } = room.sfu.room('lounge');
    expect(goneAt - (lastMediaAt ?? 0)).toBeLessThanOrEqual(3000);
    expect(publishing).toBe(false);
    expect(network.counts.lost).toBeGreaterThan(lost);
  });
}
