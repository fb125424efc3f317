import { expect, test } from 'vitest';
import { plainFrame, type RoomPacket } from '../rtp/packet.ts';
import { Replay } from './layer.ts';

const packet = (index: number, timestamp: number, isKey = false, bytes = 1000): RoomPacket => ({
  index,
  timestamp,
  codec: 'VP8',
  marker: true,
  payload: Buffer.alloc(bytes),
  frame: { ...plainFrame, isKey },
  sentAt: Buffer.alloc(3),
});

function fill(...packets: RoomPacket[]): Replay {
  const replay = new Replay();
  for (const each of packets) replay.add(each, 0);
  return replay;
}

const indices = (replay: Replay, now = 0) => replay.packets(now).map(({ index }) => index);

test('keeps everything since the last key frame and nothing before it', () => {
  expect(indices(fill(packet(1, 10), packet(2, 20, true), packet(3, 20), packet(4, 30)))).toEqual([2, 3, 4]);
  expect(
    indices(fill(packet(2, 20, true), packet(3, 30), packet(4, 40, true), packet(3, 30), packet(5, 50))),
  ).toEqual([4, 5]);
});

test('keeps a key frame whole if each of its packets looks like its first', () => {
  expect(indices(fill(packet(2, 20, true), packet(3, 20, true), packet(4, 20, true)))).toEqual([2, 3, 4]);
});

test('inserts late packets in order', () => {
  expect(indices(fill(packet(2, 20, true), packet(5, 40), packet(3, 20), packet(4, 30)))).toEqual([
    2, 3, 4, 5,
  ]);
});

test('returns nothing if the key frame is too old', () => {
  const replay = fill(packet(2, 20, true));
  expect(indices(replay, 2500)).toEqual([2]);
  expect(indices(replay, 2501)).toEqual([]);
});

test('discards packets that grow too large until the next key frame', () => {
  const replay = fill(packet(1, 10, true));
  for (let index = 2; index < 260; index += 1) replay.add(packet(index, index * 10), 0);
  expect(indices(replay)).toEqual([]);
  replay.add(packet(300, 9000, true), 0);
  expect(indices(replay)).toEqual([300]);
});
