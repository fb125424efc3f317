import { afterEach, expect, test, vi } from 'vitest';
import { type FfmpegBroadcast, publishByFfmpeg } from '../../../testing/clients/ffmpeg.ts';
import { openRoughNetwork, type RoughNetwork } from '../../../testing/rough-network/rough-network.ts';
import { collectPackets, createTestPeer, type TestPeer } from '../../../testing/whip-client.ts';
import { until } from '../testing.ts';
import { type OurServer, openOurServer } from './our-server.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: OurServer;
let network: RoughNetwork | undefined;
let player: TestPeer | undefined;
const broadcasts: FfmpegBroadcast[] = [];
afterEach(async () => {
  await Promise.all([player?.close(), ...broadcasts.splice(0).map((each) => each.kill())]);
  await server.close();
  network?.close();
  [network, player] = [undefined, undefined];
});

function publish(token = 'publish:lounge'): FfmpegBroadcast {
  const broadcast = publishByFfmpeg({ url: server.whip, token });
  broadcasts.push(broadcast);
  return broadcast;
}

async function watch(): Promise<TestPeer> {
  await until(() => server.sfu.room('lounge').packetsIn > 0);
  player = await createTestPeer({ direction: 'recvonly', codec: 'H264' });
  const answered = await fetch(server.whep, {
    method: 'POST',
    headers: { Authorization: 'Bearer view:lounge', 'Content-Type': 'application/sdp' },
    body: player.offer,
  });
  await player.accept(await answered.text());
  return player;
}

test('FFmpeg publishes H.264 and Opus to a viewer, and its DELETE ends the broadcast', async () => {
  server = await openOurServer();
  const broadcast = publish();
  const peer = await watch();
  const [pictures, sounds] = [collectPackets(peer), collectPackets(peer, 'audio')];
  await until(() => pictures.length > 30 && sounds.length > 50);
  await broadcast.stop();
  expect(server.sfu.stats().publishers).toBe(0);
});

test('FFmpeg takes over the room when it restarts after dying, and the viewer continues', async () => {
  server = await openOurServer();
  const first = publish();
  const pictures = collectPackets(await watch());
  await until(() => pictures.length > 0);
  await first.kill();
  const { packetsIn } = server.sfu.room('lounge');
  publish();
  await until(() => server.sfu.room('lounge').packetsIn > packetsIn + 50);
  const before = pictures.length;
  await until(() => pictures.length > before + 15);
  expect(server.sfu.stats().publishers).toBe(1);
});

test('FFmpeg sends lost packets again, and the viewer misses none', async () => {
  const rough = openRoughNetwork();
  network = rough;
  server = await openOurServer({}, (response) => rough.rerouted(response));
  publish();
  const peer = await watch();
  const pictures = collectPackets(peer);
  await until(() => pictures.length > 0);
  rough.set({ loss: 0.1 }, 'up');
  await until(() => rough.counts.lost > 20);
  rough.set({ loss: 0 }, 'up');
  const first = pictures[0]?.header.sequenceNumber ?? 0;
  const numbers = () => new Set(pictures.map(({ header }) => (header.sequenceNumber - first) & 0xffff));
  const lostOnes = pictures.length;
  await until(() => pictures.length > lostOnes + 15 && numbers().size === Math.max(...numbers()) + 1);
});

test('FFmpeg with an invalid key is refused', async () => {
  server = await openOurServer();
  expect(await publish('nobody').ended).toContain('401 Unauthorized');
});
