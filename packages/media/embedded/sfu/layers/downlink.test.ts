import { expect, test, vi } from 'vitest';
import { RtcpSenderInfo, RtpHeader } from 'werift';
import type { RoomPacket } from '../rtp/packet.ts';
import { rtpPacket, type Vp8Parts, vp8Payload } from '../rtp/testing.ts';
import { Downlink, DownlinkHeader, translateTime } from './downlink.ts';
import { Layer } from './layer.ts';
import type { Sent } from './renumbering.ts';

function openLayer(rid: string | null, ssrc = 1) {
  const requestKeyFrame = vi.fn();
  const layer = new Layer({ kind: 'video', codec: 'VP8', ssrc, rid }, { now: () => 0, requestKeyFrame });
  let seq = ssrc * 1000;
  /** The next packet of the encoder, at `ms` of the picture. */
  const next = (ms: number, parts: Vp8Parts = {}) => {
    seq += 1;
    const payload = vp8Payload({ picture: seq, tl0: seq & 0xff, ...parts });
    return layer.take(rtpPacket({ seq, timestamp: ssrc * 5_000_000 + ms * 90, payload }), ms) as RoomPacket;
  };
  return { layer, next, requestKeyFrame };
}

const ms = (from: Sent | null, to: Sent | null) => (((to?.timestamp ?? 0) - (from?.timestamp ?? 0)) | 0) / 90;

const clockOf = (seconds: number, rtpTimestamp: number) =>
  new RtcpSenderInfo({
    ntpTimestamp: BigInt(seconds) << 32n,
    rtpTimestamp,
    packetCount: 0,
    octetCount: 0,
  });

test('passes on a single stream from any packet', () => {
  const { layer, next } = openLayer(null);
  const down = new Downlink('video');
  expect(down.take(layer, next(0), 0)).not.toBeNull();
});

test('begins one of several layers with a key frame', () => {
  const { layer, next } = openLayer('h');
  const down = new Downlink('video');
  expect(down.take(layer, next(0), 0)).toBeNull();
  expect(down.take(layer, next(33, { isKey: true }), 33)).not.toBeNull();
});

test('requests a key frame of the target layer and switches at it', () => {
  const [small, large] = [openLayer('l', 1), openLayer('h', 2)];
  const down = new Downlink('video');
  down.take(small.layer, small.next(0, { isKey: true }), 0);
  down.aimAt(large.layer, 0);
  expect(large.requestKeyFrame).toHaveBeenCalledWith(2);
  expect(down.take(large.layer, large.next(33), 33)).toBeNull();
  expect(down.take(small.layer, small.next(33), 33)).not.toBeNull();
  expect(down.take(large.layer, large.next(66, { isKey: true }), 66)).not.toBeNull();
  expect(down.take(small.layer, small.next(66), 66)).toBeNull();
  expect(down.layer).toBe(large.layer);
});

test('continues time by the clocks of both layers even if a packet was delayed', () => {
  const [small, large] = [openLayer('l', 1), openLayer('h', 2)];
  small.layer.clock = clockOf(100, 5_000_000);
  large.layer.clock = clockOf(100, 10_000_000);
  const down = new Downlink('video');
  const before = down.take(small.layer, small.next(0, { isKey: true }), 0);
  down.aimAt(large.layer, 0);
  const after = down.take(large.layer, large.next(40, { isKey: true }), 300);
  expect(ms(before, after)).toBeCloseTo(40, 0);
});

test('continues time by elapsed time without clocks', () => {
  const [small, large] = [openLayer('l', 1), openLayer('h', 2)];
  const down = new Downlink('video');
  const before = down.take(small.layer, small.next(0, { isKey: true }), 0);
  down.aimAt(large.layer, 0);
  expect(ms(before, down.take(large.layer, large.next(40, { isKey: true }), 300))).toBeCloseTo(300, 0);
});

test('places the same moment of another layer after the first, not before', () => {
  const [small, large] = [openLayer('l', 1), openLayer('h', 2)];
  small.layer.clock = clockOf(100, 5_000_000);
  large.layer.clock = clockOf(100, 10_000_000);
  const down = new Downlink('video');
  const before = down.take(small.layer, small.next(40, { isKey: true }), 40);
  down.aimAt(large.layer, 40);
  const after = down.take(large.layer, large.next(40, { isKey: true }), 41);
  expect(ms(before, after)).toBeGreaterThan(0);
});

test('converts times between layers if both have reports', () => {
  const [one, other] = [openLayer('l', 1), openLayer('h', 2)];
  expect(translateTime(0, one.layer, other.layer)).toBeNull();
  one.layer.clock = clockOf(100, 1000);
  other.layer.clock = clockOf(101, 500_000);
  expect(translateTime(1000 + 90_000, one.layer, other.layer)).toBeCloseTo(500_000, -1);
});

test('replays the past from its key frame in a tenth of its time and continues with the present', () => {
  const { layer, next } = openLayer(null);
  next(0);
  next(1000, { isKey: true });
  for (let at = 1100; at <= 2000; at += 100) next(at);
  const down = new Downlink('video');
  expect(down.rewind(layer, 2000)).toBe(true);
  const past = down.catchUp(4, 2000);
  // Arrives while the viewer is still catching up.
  expect(down.take(layer, next(2100), 2100)).toBeNull();
  past.push(...down.catchUp(100, 2105));
  expect(down.isBehind).toBe(false);
  const present = down.take(layer, next(2200), 2200);
  expect(past).toHaveLength(12);
  expect(past[0]?.packet.frame.isKey).toBe(true);
  expect(ms(past[0] ?? null, past[10] ?? null)).toBeCloseTo(100, 0);
  expect(ms(past[10] ?? null, past[11] ?? null)).toBeCloseTo(100, 0);
  expect(ms(past[11] ?? null, present)).toBeCloseTo(100, 0);
  expect((present?.index ?? 0) - (past[0]?.index ?? 0)).toBe(12);
});

test('drops an encoder’s padding without leaving a gap', () => {
  const { layer, next } = openLayer(null);
  const down = new Downlink('video');
  const before = down.take(layer, next(0), 0);
  const padding = { ...next(0), payload: Buffer.alloc(0) };
  expect(down.take(layer, padding, 0)).toBeNull();
  expect((down.take(layer, next(33), 33)?.index ?? 0) - (before?.index ?? 0)).toBe(1);
});

const fields = { payloadType: 96, sequenceNumber: 65_535, timestamp: 0xffff_fffe, marker: true };

test.each([
  ['without an extension', undefined, []],
  ['with the time it was sent', 5, [{ id: 5, payload: Buffer.from([1, 2, 3]) }]],
  ['with a number that has no room', 15, []],
])('a header %s survives a round trip', (_name, extensionId, extensions) => {
  const header = Object.assign(new DownlinkHeader(0x8000_0001, extensionId), fields);
  header.sentAt = Buffer.from([1, 2, 3]);
  const bytes = header.serialize();
  expect(bytes).toHaveLength(header.serializeSize);
  expect(RtpHeader.deSerialize(bytes)).toMatchObject({ ...fields, ssrc: 0x8000_0001, extensions });
});
