import { expect, test, vi } from 'vitest';
import {
  Event,
  GenericNack,
  type RtcpPacket,
  RtcpTransportLayerFeedback,
  RtpHeader,
  SrtpSession,
} from 'werift';
import type { Peer } from './peer.ts';
import { PacketRing, type RoomPacket } from './rtp/packet-ring.ts';
import { createViewer, type Delivery } from './viewer.ts';

const aeadAes128Gcm = 7;
const keys = {
  localMasterKey: Buffer.alloc(16, 1),
  localMasterSalt: Buffer.alloc(12, 2),
  remoteMasterKey: Buffer.alloc(16, 1),
  remoteMasterSalt: Buffer.alloc(12, 2),
};

const packet = (index: number): RoomPacket => ({
  index,
  timestamp: index,
  codec: 'VP8',
  marker: true,
  payload: Buffer.from(`packet ${index}`),
  sentAt: Buffer.alloc(3),
});

/** A viewer on a wire that the test reads. */
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
  } as unknown as Peer;
  const ring = new PacketRing();
  const needs = { keyFrame: vi.fn(), find: (_kind: string, index: number) => ring.find(index) };
  const codec = { name: 'VP8' as const, payloadType: 96, clockRate: 90_000, fmtp: '' };
  const delivery: Delivery = { packetsOut: 0, deliveredMs: 0, lastMediaAt: null };
  const viewer = createViewer(peer, 'anna', {
    choices: [{ kind: 'video', mid: '0', codecs: [codec], extensions: [] }],
    needs,
    delivery,
  });
  return {
    needs,
    wire,
    delivery,
    send: (index: number, now = 0) => {
      ring.add(packet(index));
      return viewer.send('video', packet(index), now);
    },
    lose: (...lost: number[]) =>
      onRtcp.execute(
        new RtcpTransportLayerFeedback({
          feedback: new GenericNack({ senderSsrc: 1, mediaSourceSsrc: 42, lost }),
        }),
      ),
    /** The payload of a packet as a receiver reads it who counts this many rollovers. */
    read: (bytes: Buffer | undefined, rollover: number) => {
      const [plain] = srtp.remoteContext.cipher.decryptRtp(bytes ?? Buffer.alloc(0), rollover);
      return plain.subarray(RtpHeader.deSerialize(plain).payloadOffset).toString();
    },
  };
}

test('a viewer counts rollovers from its own first packet', () => {
  const { send, wire, read } = openViewer();
  send(0x5_fffe);
  send(0x6_0001);
  expect(read(wire[0], 0)).toBe(`packet ${0x5_fffe}`);
  expect(read(wire[1], 1)).toBe(`packet ${0x6_0001}`);
});

test('neither a long gap nor a repeat near the rollover misleads what follows', () => {
  const { send, lose, wire, read } = openViewer();
  send(0x1_ff40);
  send(0x2_0063);
  lose(0xff40);
  send(0x2_0064);
  expect(wire.map((bytes, at) => read(bytes, [0, 1, 0, 1][at] ?? 0))).toEqual([
    `packet ${0x1_ff40}`,
    `packet ${0x2_0063}`,
    `packet ${0x1_ff40}`,
    `packet ${0x2_0064}`,
  ]);
});

test('a repeat is the first packet byte for byte', () => {
  const { send, lose, wire } = openViewer();
  send(0x1_0005);
  send(0x1_0006);
  lose(5);
  expect(wire[2]).toEqual(wire[0]);
});

test('what the room no longer has is made good by a key frame', () => {
  const { send, lose, needs, wire } = openViewer();
  send(0x1_0005);
  lose(3);
  expect(needs.keyFrame).toHaveBeenCalledOnce();
  expect(wire).toHaveLength(1);
});

test('a late packet from before the rollover of the first one is left out', () => {
  const { send, wire } = openViewer();
  send(0x2_0000);
  expect(send(0x1_ffff)).toBe(false);
  expect(wire).toHaveLength(1);
});

test('time counts as delivered while packets go out, gaps of up to two seconds included', () => {
  const { send, delivery } = openViewer();
  for (const [index, now] of [
    [1, 10_000],
    [2, 10_040],
    [3, 12_040],
    [4, 14_041],
    [5, 14_100],
    // The clock is set back.
    [6, 9000],
  ] as const) {
    send(index, now);
  }
  expect(delivery).toEqual({ packetsOut: 6, deliveredMs: 2099, lastMediaAt: 9000 });
});
