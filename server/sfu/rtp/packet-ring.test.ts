import { expect, test } from 'vitest';
import { PacketRing, type RoomPacket, ringSize } from './packet-ring.ts';

const packet = (index: number): RoomPacket => ({
  index,
  timestamp: 0,
  codec: 'VP8',
  marker: false,
  payload: Buffer.alloc(1),
  sentAt: Buffer.alloc(3),
});

test('finds a packet until as many others have come', () => {
  const ring = new PacketRing();
  const wanted = packet(65_000);
  ring.add(wanted);
  for (let index = 65_001; index < 65_000 + ringSize; index += 1) ring.add(packet(index));
  expect(ring.find(65_000)).toBe(wanted);
  ring.add(packet(65_000 + ringSize));
  expect(ring.find(65_000)).toBeUndefined();
});

test('finds nothing that was never there', () => {
  expect(new PacketRing().find(1)).toBeUndefined();
});
