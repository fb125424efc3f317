import { expect, test, vi } from 'vitest';
import {
  Event,
  GenericNack,
  type RtcpPacket,
  RtcpPacketConverter,
  RtcpTransportLayerFeedback,
  RtpHeader,
  SrtpSession,
} from 'werift';
import { Layer } from './layers/layer.ts';
import type { Peer } from './peer.ts';
import { rtpPacket } from './rtp/testing.ts';
import { createViewer, type Delivery } from './viewer.ts';

const aeadAes128Gcm = 7;
const keys = {
  localMasterKey: Buffer.alloc(16, 1),
  localMasterSalt: Buffer.alloc(12, 2),
  remoteMasterKey: Buffer.alloc(16, 1),
  remoteMasterSalt: Buffer.alloc(12, 2),
};

/** A viewer of a single stream, whose sent packets the test reads. */
function openViewer() {
  const srtp = new SrtpSession({ keys, profile: aeadAes128Gcm });
  const wire: Buffer[] = [];
  const onRtcp = new Event<[RtcpPacket]>();
  const connection = { send: async (bytes: Buffer) => void wire.push(bytes) };
  const peer = {
    connected: true,
    transport: { srtp, onRtcp, iceTransport: { connection } },
    transceivers: new Map([['video', { sender: { ssrc: 42 }, headerExtensions: [] }]]),
    onConnected: () => undefined,
    onReturn: () => undefined,
  } as unknown as Peer;
  const codec = { name: 'VP8' as const, payloadType: 96, clockRate: 90_000, fmtp: '' };
  const requestKeyFrame = vi.fn();
  const layer = new Layer(
    { kind: 'video', codec: 'VP8', ssrc: 1, rid: null },
    { now: Date.now, requestKeyFrame },
  );
  const delivery: Delivery = { packetsOut: 0, deliveredMs: 0, lastMediaAt: null };
  const viewer = createViewer(peer, 'anna', {
    choices: [{ kind: 'video', mid: '0', codecs: [codec], extensions: [] }],
    source: { isFrozen: false, layers: () => [layer], count: () => undefined },
    delivery,
    now: Date.now,
  });
  const hear = (datagram: Buffer) => {
    for (const packet of RtcpPacketConverter.deSerialize(datagram)) onRtcp.execute(packet);
  };
  const numberOf = (bytes: Buffer | undefined) => bytes?.readUInt16BE(2) ?? Number.NaN;
  return {
    requestKeyFrame,
    wire,
    delivery,
    numberOf,
    send: (seq: number, now = 0) => {
      const payload = Buffer.from(`packet ${seq}`);
      const packet = layer.take(rtpPacket({ seq, timestamp: seq * 3000, payload }), now);
      return packet ? viewer.send(layer, packet, now) : false;
    },
    lose: (...lost: number[]) => {
      const feedback = new GenericNack({ senderSsrc: 1, mediaSourceSsrc: 42, lost });
      hear(new RtcpTransportLayerFeedback({ feedback }).serialize());
    },
    hear,
    /** Decrypts a packet as a receiver that has counted this many rollovers. */
    read: (bytes: Buffer | undefined, rollover: number) => {
      const [plain] = srtp.remoteContext.cipher.decryptRtp(bytes ?? Buffer.alloc(0), rollover);
      return plain.subarray(RtpHeader.deSerialize(plain).payloadOffset).toString();
    },
  };
}

test('counts a viewer’s rollovers from its first packet, independent of the encoder’s', () => {
  const { send, wire, read, numberOf } = openViewer();
  send(65_500);
  const first = numberOf(wire[0]);
  // The encoder's numbers wrap around long before the viewer's.
  for (let seq = 65_500 + 20_000; first + seq - 65_500 < 65_535; seq += 20_000) send(seq);
  const last = 65_500 + 65_535 - first;
  send(last);
  send(last + 1);
  expect(read(wire[0], 0)).toBe('packet 65500');
  expect(read(wire.at(-2), 0)).toBe(`packet ${last}`);
  expect(read(wire.at(-1), 1)).toBe(`packet ${last + 1}`);
});

test('decrypts after a long gap and after a repeat near the rollover', () => {
  const { send, lose, wire, read, numberOf } = openViewer();
  send(1);
  const first = numberOf(wire[0]);
  // Up to the last number before the rollover, then far past it.
  for (let hop = 1; first + 20_000 * hop < 65_530; hop += 1) send(1 + 20_000 * hop);
  send(1 + (65_530 - first));
  const before = wire.at(-1);
  send(1 + (65_630 - first));
  lose(65_530);
  send(2 + (65_630 - first));
  expect(wire.at(-2)).toEqual(before);
  expect(read(wire.at(-1), 1)).toBe(`packet ${2 + (65_630 - first)}`);
});

test('repeats a packet byte for byte', () => {
  const { send, lose, wire, numberOf } = openViewer();
  send(5);
  send(6);
  lose(numberOf(wire[0]));
  expect(wire[2]).toEqual(wire[0]);
});

test('requests a key frame for a packet that is no longer kept', () => {
  const { send, lose, requestKeyFrame, wire, numberOf } = openViewer();
  send(5);
  lose(numberOf(wire[0]) - 2);
  expect(requestKeyFrame).toHaveBeenCalledOnce();
  expect(wire).toHaveLength(1);
});

test('drops a late packet from before the first one', () => {
  const { send, wire } = openViewer();
  send(7);
  expect(send(6)).toBe(false);
  expect(wire).toHaveLength(1);
});

test('keeps the number of a reordered packet', () => {
  const { send, wire, numberOf } = openViewer();
  for (const seq of [7, 9, 8]) send(seq);
  const [first = 0, second = 0, third = 0] = wire.map(numberOf);
  expect(second - first).toBe(2);
  expect(third - first).toBe(1);
});

test('does not send a much later repeat from the encoder or network under the same number', () => {
  const { send, wire, numberOf } = openViewer();
  for (let seq = 1; seq <= 600; seq += 1) send(seq);
  expect(send(1)).toBe(false);
  expect(send(50)).toBe(false);
  expect(new Set(wire.map(numberOf)).size).toBe(wire.length);
});

test('counts time as delivered while packets are sent, with gaps of up to two seconds', () => {
  const { send, delivery } = openViewer();
  for (const [seq, now] of [
    [1, 10_000],
    [2, 10_040],
    [3, 12_040],
    [4, 14_041],
    [5, 14_100],
    // The clock is set back.
    [6, 9000],
  ] as const) {
    send(seq, now);
  }
  expect(delivery).toEqual({ packetsOut: 6, deliveredMs: 2099, lastMediaAt: 9000 });
});

test('counts nothing as delivered when the clock is set forward between two packets', () => {
  const { send, delivery } = openViewer();
  send(1, 10_000);
  send(2, 10_040);
  send(3, 10_060 + 3_600_000);
  send(4, 10_100 + 3_600_000);
  expect(delivery).toMatchObject({ packetsOut: 4, deliveredMs: 80 });
});

test('feedback of unknown kinds changes nothing', () => {
  const { hear, requestKeyFrame, send, wire } = openViewer();
  const feedback = (count: number, type: number) =>
    Buffer.from([0x80 | count, type, 0, 3, 0, 0, 0, 1, 0, 0, 0, 42, 0, 0, 0, 0]);
  requestKeyFrame.mockClear();
  // Slice loss (RFC 4585, 6.3.2), an unassigned payload-specific format, and an unassigned transport-layer format.
  for (const datagram of [feedback(2, 206), feedback(30, 206), feedback(9, 205)]) hear(datagram);
  expect(requestKeyFrame).not.toHaveBeenCalled();
  send(7);
  expect(wire).toHaveLength(1);
});
