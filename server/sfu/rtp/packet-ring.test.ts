import { expect, test } from 'vitest';
import { PacketRing, type RoomPacket, ringSize } from './packet-ring.ts';

const packet = (seq: number): RoomPacket => ({
  seq,
  timestamp: 0,
  codec: 'VP8',
  marker: false,
  payload: Buffer.from([seq & 0xff]),
  sentAt: Buffer.alloc(3),
});

test('finds a packet until as many others have come', () => {
  const ring = new PacketRing();
  const wanted = packet(65_000);
  ring.add(wanted);
  for (let seq = 65_001; seq < 65_000 + ringSize; seq += 1) ring.add(packet(seq & 0xffff));
  expect(ring.find(65_000)).toBe(wanted);
  ring.add(packet((65_000 + ringSize) & 0xffff));
  expect(ring.find(65_000)).toBeUndefined();
});

test('finds nothing that was never there', () => {
  expect(new PacketRing().find(1)).toBeUndefined();
});
