import { expect, test } from 'vitest';
import { SrtpSession } from 'werift';
import type { Peer } from '../peer.ts';
import { rtpPacket } from '../rtp/testing.ts';
import { Layer } from './layer.ts';
import { ViewerTrack } from './viewer-track.ts';

const key = Buffer.alloc(16, 1);
const salt = Buffer.alloc(12, 2);
const keys = { localMasterKey: key, localMasterSalt: salt, remoteMasterKey: key, remoteMasterSalt: salt };

/** A track with or without a repair stream, whose sent packets the test reads. */
function openTrack(rtx: number | undefined) {
  const srtp = new SrtpSession({ keys, profile: 7 });
  const wire: { ssrc: number; seq: number }[] = [];
  const send = async (bytes: Buffer) =>
    void wire.push({ ssrc: bytes.readUInt32BE(8), seq: bytes.readUInt16BE(2) });
  const peer = {
    connected: true,
    transport: { srtp, iceTransport: { connection: { send } } },
    transceivers: new Map([['video', { sender: { ssrc: 42, rtxSsrc: 43 }, headerExtensions: [] }]]),
  } as unknown as Peer;
  const codec = { name: 'VP8' as const, payloadType: 96, clockRate: 90_000, fmtp: '', rtx };
  const track = new ViewerTrack(peer, { kind: 'video', mid: '0', codecs: [codec], extensions: [] });
  const layer = new Layer(
    { kind: 'video', codec: 'VP8', ssrc: 1, rid: null },
    { now: () => 0, requestKeyFrame: () => undefined },
  );
  for (let seq = 1; seq <= 100; seq += 1) {
    const packet = layer.take(rtpPacket({ seq, timestamp: seq, payload: Buffer.from('x') }), 0);
    if (packet) track.send(layer, packet, 0);
  }
  const report = (highestSequence: number, packetsLost: number, now: number) =>
    track.readReport({ highestSequence, packetsLost, lsr: 0, dlsr: 0 }, now);
  return { track, wire, report };
}

test('does not count loss that arrives in the repair stream', () => {
  const { track, wire, report } = openTrack(97);
  for (const { seq } of wire.slice(0, 20)) expect(track.repeat(seq, 1000)).toBe('sent');
  expect(wire.slice(100).map(({ ssrc }) => ssrc)).toEqual(Array(20).fill(43));
  report(0, 0, 0);
  // A fifth of 100 packets and of 20 repeats, one byte each.
  expect(report(100, 20, 1000)).toEqual({ lost: expect.closeTo(0.04), carried: expect.closeTo(96 * 8) });
  expect(report(200, 40, 2000)).toEqual({ lost: 0.2, carried: expect.closeTo(80 * 8) });
});

test('uses the reported loss if the same packet is sent again', () => {
  const { track, wire, report } = openTrack(undefined);
  for (const { seq } of wire.slice(0, 20)) expect(track.repeat(seq, 1000)).toBe('sent');
  expect(wire.slice(100)).toEqual(wire.slice(0, 20));
  report(0, 0, 0);
  expect(report(100, 5, 1000)?.lost).toBe(0.05);
});

test('does not repeat a packet that may be on its way', () => {
  const { track, wire } = openTrack(97);
  const { seq } = wire[5] ?? { seq: 0 };
  track.roundTrip.sent(1n << 32n, 0);
  track.roundTrip.answered({ lsr: 65_536, dlsr: 0 }, 1000);
  for (const now of [1000, 1100, 1700, 1900]) track.repeat(seq, now);
  expect(wire.slice(100)).toHaveLength(2);
});

test('numbers each repeat of a packet separately', () => {
  const { track, wire } = openTrack(97);
  const { seq } = wire[5] ?? { seq: 0 };
  for (const now of [1000, 1010, 1100]) track.repeat(seq, now);
  const [first, second, ...more] = wire.slice(100);
  expect((second?.seq ?? 0) - (first?.seq ?? 0)).toBe(1);
  expect(more).toEqual([]);
});
