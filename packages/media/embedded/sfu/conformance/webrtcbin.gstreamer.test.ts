import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type GstreamerClient,
  type GstreamerOptions,
  publishByGstreamer,
  watchByGstreamer,
} from '../../../testing/clients/gstreamer.ts';
import { openRoughNetwork, type RoughNetwork } from '../../../testing/rough-network/rough-network.ts';
import { until } from '../testing.ts';
import { type OurServer, openOurServer } from './our-server.ts';

/** RFC 3550, 6.2: five seconds, more or less by half. */
const LONGEST_SILENCE_MS = 7500;

// Each client takes a second to start on an idle machine.
vi.setConfig({ testTimeout: 60_000 });

let server: OurServer;
let network: RoughNetwork | undefined;
const clients: GstreamerClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.kill()));
  await server.close();
  network?.close();
  network = undefined;
});

type Wishes = Omit<GstreamerOptions, 'url' | 'token'>;

function keep(client: GstreamerClient): GstreamerClient {
  clients.push(client);
  return client;
}

async function publish(wishes: Wishes = {}): Promise<GstreamerClient> {
  const before = server.sfu.room('lounge').packetsIn;
  const client = keep(publishByGstreamer({ url: server.whip, token: 'publish:lounge', ...wishes }));
  await until(() => server.sfu.room('lounge').packetsIn > before);
  return client;
}

const watch = (wishes: Wishes = {}) =>
  keep(watchByGstreamer({ url: server.whep, token: 'view:lounge', ...wishes }));

/** Waits until it has decoded this many more frames and sounds. */
async function decodes(viewer: GstreamerClient, frames: number, sounds: number): Promise<void> {
  const before = viewer.last('decoded');
  await until(() => {
    const now = viewer.last('decoded');
    if (!now) return false;
    return now.frames >= (before?.frames ?? 0) + frames && now.sounds >= (before?.sounds ?? 0) + sounds;
  });
}

/** How candidates reach the server. */
const ways = [
  { codec: 'VP8', trickles: true },
  { codec: 'H264', trickles: false },
] as const;

for (const { codec, trickles } of ways) {
  const how = trickles ? 'and tells its candidates later' : 'with all candidates';
  test(`GStreamer publishes ${codec} ${how}, GStreamer watches, and DELETE ends each session`, async () => {
    server = await openOurServer();
    const publisher = await publish({ codec, trickles });
    const viewer = watch({ codec, trickles });
    await decodes(viewer, 30, 100);
    expect(viewer.last('decoded')?.size).toEqual({ width: 160, height: 120 });
    for (const each of [publisher, viewer]) {
      expect(each.last('connection')?.state).toBe('connected');
      const events = each.all('trickled');
      expect(new Set(events.map(({ status }) => status))).toEqual(new Set(trickles ? [204] : []));
      expect(events.some(({ candidates }) => candidates > 0)).toBe(trickles);
    }
    await viewer.stop();
    expect(server.sfu.room('lounge')).toMatchObject({ publishing: true, viewers: 0 });
    await publisher.stop();
    expect(server.sfu.stats()).toMatchObject({ publishers: 0, rooms: 0 });
  });
}

test('GStreamer sees a publisher again in its existing session after the publisher died and returned', async () => {
  server = await openOurServer();
  const first = await publish();
  const viewer = watch({ trickles: true });
  await decodes(viewer, 15, 50);
  await first.kill();
  await publish();
  await decodes(viewer, 30, 100);
  expect(viewer.all('created')).toHaveLength(1);
  expect(viewer.all('connection').map(({ state }) => state)).toEqual(['connecting', 'connected']);
  await viewer.stop();
});

test('GStreamer receives everything published although it reports only every five seconds or so', async () => {
  server = await openOurServer();
  await publish();
  const viewer = watch();
  await decodes(viewer, 15, 50);
  const behind = () =>
    server.sfu.room('lounge').packetsIn - (server.sfu.viewer('view:lounge')?.packetsOut ?? 0);
  const before = behind();
  // biome-ignore lint/plugin/sleeps: GStreamer’s own clock
  await sleep(LONGEST_SILENCE_MS);
  expect(behind()).toBe(before);
});

test('with 5 % loss, packets to and from GStreamer are sent again', async () => {
  const rough = openRoughNetwork();
  network = rough;
  server = await openOurServer({}, (response) => rough.rerouted(response));
  const publisher = await publish({ repairs: true });
  const viewer = watch({ repairs: true });
  await decodes(viewer, 15, 50);
  rough.set({ loss: 0.05 });
  await decodes(viewer, 30, 100);
  await until(() => (publisher.last('sent')?.again ?? 0) > 0 && (viewer.last('decoded')?.repaired ?? 0) > 0);
  expect(rough.counts.lost).toBeGreaterThan(0);
});

for (const [token, status] of [
  ['nobody', 401],
  ['view:lounge', 403],
] as const) {
  test(`GStreamer with the token ${token} gets ${status}`, async () => {
    server = await openOurServer();
    const client = keep(publishByGstreamer({ url: server.whip, token }));
    await until(() => client.last('refused') !== undefined);
    expect(client.last('refused')).toEqual({ event: 'refused', status });
    expect(server.sfu.stats().publishers).toBe(0);
  });
}
