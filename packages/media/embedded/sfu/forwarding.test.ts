import crypto, { KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import {
  GenericNack,
  PictureLossIndication,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
} from 'werift';
import { collectPackets, createEncoder, type TestPeer } from '../../testing/whip-client.ts';
import { keyFrameIntervalMs } from './rtp/feedback.ts';
import { openTestRoom, type TestRoom } from './testing.ts';

/** ms by which a timer of Node may fire early, and what a second rounds off. */
const TIMER_MS = 10;

/** SRTP profile number of RFC 7714. */
const aeadAes128Gcm = 7;

let room: TestRoom;
/** ms that tests add to the room's clock. */
let ahead = 0;
const openAheadRoom = () => openTestRoom({ now: () => Date.now() + ahead });
afterEach(() => room.close());

/** Sends until the viewer has received this many packets. */
async function stream(peer: TestPeer, packets: readonly unknown[], count: number) {
  const encoder = createEncoder(peer);
  await room.until(() => {
    encoder.send();
    return packets.length >= count;
  });
  return encoder;
}

/** Counts the key frame requests to an encoder. */
function countKeyFrames(peer: TestPeer): () => number {
  let count = 0;
  peer.video?.sender.onPictureLossIndication.subscribe(() => {
    count += 1;
  });
  return () => count;
}

function sendPli({ pc, video }: TestPeer): void {
  const mediaSsrc = video?.receiver.tracks[0]?.ssrc ?? 0;
  const feedback = new PictureLossIndication({ senderSsrc: 1, mediaSsrc });
  void pc.dtlsTransports[0]?.sendRtcp([new RtcpPayloadSpecificFeedback({ feedback })]);
}

function sendNack({ pc }: TestPeer, mediaSourceSsrc: number, seq: number): void {
  const feedback = new GenericNack({ senderSsrc: 1, mediaSourceSsrc, lost: [seq & 0xffff] });
  void pc.dtlsTransports[0]?.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
}

test('a viewer receives the publisher’s packets under its own payload type and one SSRC', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const viewer = await room.view('anna', { firstPayloadType: 110 });
  const packets = collectPackets(viewer.peer);
  await stream(peer, packets, 5);
  expect(new Set(packets.map(({ header }) => header.payloadType))).toEqual(new Set([111]));
  expect(new Set(packets.map(({ header }) => header.ssrc)).size).toBe(1);
  expect(packets.at(-1)?.payload.toString()).toMatch(/^packet-\d+$/);
});

test('H.264 and sound are forwarded like VP8', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish({ codec: 'H264', firstPayloadType: 120 });
  const viewer = await room.view('anna', { codec: 'H264' });
  const video = collectPackets(viewer.peer);
  const audio = collectPackets(viewer.peer, 'audio');
  const encoder = createEncoder(peer);
  await room.until(() => {
    encoder.send('video');
    encoder.send('audio');
    return video.length > 0 && audio.length > 0;
  });
  expect(video[0]?.header.payloadType).toBe(97);
  expect(audio[0]?.header.payloadType).toBe(96);
});

test('an encoder whose offer names no SSRC is forwarded and gets receiver reports', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish({ rewriteOffer: (sdp) => sdp.replace(/a=ssrc:.*\r\n/g, '') });
  const viewer = await room.view('anna');
  await stream(peer, collectPackets(viewer.peer), 3);
  let reports = 0;
  peer.video?.sender.onRtcp.subscribe(() => {
    reports += 1;
  });
  await room.until(() => reports > 0);
});

test('packets are protected with AEAD_AES_128_GCM', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  expect(peer.pc.dtlsTransports[0]?.dtls?.srtp.srtpProfile).toBe(aeadAes128Gcm);
});

test('the server converts no key while packets flow, incoming or outgoing', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const viewer = await room.view('anna');
  const packets = collectPackets(viewer.peer);
  const encoder = await stream(peer, packets, 1);
  const spies = [vi.spyOn(crypto, 'createCipheriv'), vi.spyOn(crypto, 'createDecipheriv')];
  syncBuiltinESMExports();
  const wanted = packets.length + 5;
  await room.until(() => {
    encoder.send();
    return packets.length >= wanted;
  });
  // The test's peers run in this process too and still pass Buffers.
  const made = spies.map(({ mock }) => mock.calls.filter(([, key]) => key instanceof KeyObject).length);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  for (const calls of made) expect(calls).toBeGreaterThanOrEqual(5);
});

test('a viewer continues after an encoder restart with the same SSRC, no sequence gap and rising time', async () => {
  room = await openTestRoom();
  const first = await room.publish();
  const viewer = await room.view('anna');
  const packets = collectPackets(viewer.peer);
  await stream(first.peer, packets, 5);
  await first.peer.close();
  // biome-ignore lint/plugin/sleeps: the time without a picture, which its timestamps show
  await sleep(100);
  const before = packets.length;
  const second = await room.publish();
  await stream(second.peer, packets, before + 5);
  const [last, next] = [packets[before - 1]?.header, packets[before]?.header];
  if (!last || !next) throw new Error('No packets around the restart');
  expect(next.ssrc).toBe(last.ssrc);
  expect(next.sequenceNumber).toBe((last.sequenceNumber + 1) & 0xffff);
  const seconds = ((next.timestamp - last.timestamp) >>> 0) / 90_000;
  expect(seconds).toBeGreaterThan(0.1);
  expect(seconds).toBeLessThan(5);
});

test('a lost packet is repeated from the room, byte for byte', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const viewer = await room.view('anna');
  const packets = collectPackets(viewer.peer);
  await stream(peer, packets, 10);
  const wanted = packets[3];
  const count = packets.length;
  if (!wanted) throw new Error('No packet to request');
  sendNack(viewer.peer, wanted.header.ssrc, wanted.header.sequenceNumber);
  await room.until(() => packets.length > count);
  expect(packets.slice(count).map((packet) => packet.serialize())).toContainEqual(wanted.serialize());
});

test('the room requests a key frame for a packet it no longer has', async () => {
  room = await openAheadRoom();
  const { peer } = await room.publish();
  const viewer = await room.view('anna');
  const packets = collectPackets(viewer.peer);
  await stream(peer, packets, 5);
  ahead += keyFrameIntervalMs;
  const keyFrames = countKeyFrames(peer);
  const [{ header } = { header: { ssrc: 0, sequenceNumber: 0 } }] = packets;
  sendNack(viewer.peer, header.ssrc, header.sequenceNumber - 50);
  await room.until(() => keyFrames() === 1);
});

test('requests a key frame when a viewer connects', async () => {
  room = await openAheadRoom();
  const { peer } = await room.publish();
  createEncoder(peer).send();
  ahead += keyFrameIntervalMs;
  const keyFrames = countKeyFrames(peer);
  await room.view('anna');
  await room.until(() => keyFrames() === 1);
});

test('requests at most one key frame per second, however often viewers ask', async () => {
  room = await openAheadRoom();
  const { peer } = await room.publish();
  const viewer = await room.view('anna');
  await stream(peer, collectPackets(viewer.peer), 1);
  ahead += 2 * keyFrameIntervalMs;
  const keyFrames = countKeyFrames(peer);
  const beganAt = performance.now();
  await room.until(() => {
    sendPli(viewer.peer);
    return keyFrames() === 3;
  });
  expect(performance.now() - beganAt).toBeGreaterThan(2 * keyFrameIntervalMs - TIMER_MS);
});
