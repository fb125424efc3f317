import type { PlayerConfig, ServedMedia } from '@vonk/media';
import { createEmbeddedMedia } from '@vonk/media/embedded';
import {
  collectPackets,
  createEncoder,
  createTestPeer,
  mediaRequest,
  patientLimits,
  type TestPeer,
} from '@vonk/media/testing';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { accept, askForVip } from '#server/studio/vip/testing.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';

let media: ServedMedia;
let test: TestApp;
let vera: TestPerformer;
let app: Hono;
let peers: TestPeer[];
let encoder: ReturnType<typeof createEncoder>;

const send = (path: string, init: RequestInit) => app.request(path, init);

async function connect(peer: TestPeer, url: string, token: string): Promise<void> {
  const response = await mediaRequest(send, url, { token, body: peer.offer });
  if (response.status !== 201) throw new Error(`Refused with ${response.status}`);
  await peer.accept(await response.text());
}

/** A player of the real media server. */
async function play(config: PlayerConfig) {
  if (config.agent !== 'whep') throw new Error(`Unsupported agent ${config.agent}`);
  const peer = await createTestPeer({ direction: 'recvonly' });
  peers.push(peer);
  await connect(peer, config.url, config.token);
  return collectPackets(peer);
}

beforeEach(async () => {
  peers = [];
  media = createEmbeddedMedia({ secret: 'a secret that is long enough for a test', limits: patientLimits });
  app = new Hono().route('/media', media.routes());
  test = await createTestApp({ change: () => ({ media, now: () => new Date() }) });
  vera = await aPerformer(test, onlineStatus.online);
  const target = await media.publishTarget(streamRoom(vera.id), `performer-${vera.id}`);
  const publisher = await createTestPeer({ direction: 'sendonly' });
  peers.push(publisher);
  await connect(publisher, target.url, target.token);
  encoder = createEncoder(publisher);
});
afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  await media.close();
  await test.close();
});

it('shows a VIP show to one viewer: all others lose the picture and their tokens', async () => {
  const [anna, bea] = [await aMember(test, 1000), await aMember(test, 1000)];
  const [chat, other] = [await join(test, anna.caller, vera), await join(test, bea.caller, vera)];
  const [seen, seenByBea] = [await play(chat.joined.config), await play(other.joined.config)];
  const patience = { timeout: 8000, interval: 20 };
  await vi.waitFor(() => {
    encoder.send();
    expect(Math.min(seen.length, seenByBea.length)).toBeGreaterThan(3);
  }, patience);
  expect(media.room(streamRoom(vera.id)).viewers).toBe(2);

  await accept(test, vera, await askForVip(test, chat));

  expect(media.room(streamRoom(vera.id)).viewers).toBe(1);
  expect(media.viewer(other.session)).toMatchObject({ connected: false });
  // Packets sent to Bea before the show may still be in flight.
  const sentToBea = media.viewer(other.session)?.packetsOut ?? 0;
  const before = seen.length;
  // The member's own connection continues.
  await vi.waitFor(() => {
    encoder.send();
    expect(seen.length).toBeGreaterThan(before + 10);
  }, patience);
  expect(media.viewer(other.session)?.packetsOut).toBe(sentToBea);
  expect(seenByBea.length).toBeLessThanOrEqual(sentToBea);
  await expect(play(other.joined.config)).rejects.toThrow('Refused with');
  // A reconnecting player of the show is admitted.
  await play(chat.joined.config);
  expect(media.room(streamRoom(vera.id)).publishing).toBe(true);
});
