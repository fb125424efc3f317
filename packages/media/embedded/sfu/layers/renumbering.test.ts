import { expect, test } from 'vitest';
import type { RoomPacket } from '../rtp/packet.ts';
import { vp8Payload } from '../rtp/testing.ts';
import { readVp8 } from '../rtp/vp8.ts';
import { Renumbering, type Sent } from './renumbering.ts';

interface Parts {
  index: number;
  timestamp?: number;
  picture?: number;
  tl0?: number;
  tid?: number;
}

function packet({
  index,
  timestamp = index * 3000,
  picture = index,
  tl0 = index,
  tid = 0,
}: Parts): RoomPacket {
  const payload = vp8Payload({ picture, tl0: tl0 & 0xff, tid });
  const frame = readVp8(payload);
  return { index, timestamp, codec: 'VP8', marker: true, payload, frame, sentAt: Buffer.alloc(3) };
}

function open(first: Parts) {
  const numbers = new Renumbering();
  numbers.begin(packet(first), 1000);
  return { numbers, first: numbers.place(packet(first)) as Sent };
}

const distance = (from: Sent | null, to: Sent | null) => ({
  index: (to?.index ?? 0) - (from?.index ?? 0),
  picture: ((to?.picture ?? 0) - (from?.picture ?? 0)) & 0x7fff,
  tl0: ((to?.tl0 ?? 0) - (from?.tl0 ?? 0)) & 0xff,
});

test('joins two sources to one stream with consecutive numbers and pictures, and the given time', () => {
  const { numbers, first } = open({ index: 70_000, picture: 5, tl0: 9 });
  numbers.begin(packet({ index: 3, picture: 32_000, tl0: 200 }), 91_000);
  const next = numbers.place(packet({ index: 3, picture: 32_000, tl0: 200 }));
  expect(distance(first, next)).toEqual({ index: 1, picture: 1, tl0: 1 });
  expect(next?.timestamp).toBe(91_000);
});

test('leaves no gap in numbers or pictures for a dropped frame', () => {
  const { numbers, first } = open({ index: 10, picture: 10, tl0: 10 });
  // Frame 11 has three packets.
  for (const index of [11, 12, 13]) {
    expect(numbers.skip(packet({ index, timestamp: 33_000, picture: 11, tl0: 11 }), index === 11)).toBeNull();
  }
  const next = numbers.place(packet({ index: 14, picture: 12, tl0: 12 }));
  expect(distance(first, next)).toEqual({ index: 1, picture: 1, tl0: 1 });
});

test('counts a frame of a higher temporal layer in the picture id but not in TL0PICIDX', () => {
  const { numbers, first } = open({ index: 10, picture: 10, tl0: 10 });
  numbers.skip(packet({ index: 11, picture: 11, tl0: 10, tid: 2 }), true);
  const next = numbers.place(packet({ index: 12, picture: 12, tl0: 11 }));
  expect(distance(first, next)).toEqual({ index: 1, picture: 1, tl0: 1 });
});

test('keeps the number of a lost packet before and after a dropped frame', () => {
  const { numbers, first } = open({ index: 10 });
  // 11 and 14 are missing, 12 is left out.
  numbers.skip(packet({ index: 12 }), true);
  const thirteen = numbers.place(packet({ index: 13 }));
  const fifteen = numbers.place(packet({ index: 15 }));
  expect(distance(first, numbers.place(packet({ index: 11 }))).index).toBe(1);
  expect(distance(first, thirteen).index).toBe(2);
  expect(distance(first, numbers.place(packet({ index: 14 }))).index).toBe(3);
  expect(distance(first, fifteen).index).toBe(4);
});

test('fills the number of a late packet of a dropped frame with an empty packet', () => {
  const { numbers, first } = open({ index: 10 });
  numbers.skip(packet({ index: 11, timestamp: 33_000 }), true);
  // 12 is missing.
  numbers.skip(packet({ index: 13, timestamp: 33_000 }), false);
  const next = numbers.place(packet({ index: 14 }));
  const filled = numbers.skip(packet({ index: 12, timestamp: 33_000 }), false);
  expect(filled?.isEmpty).toBe(true);
  expect(distance(first, filled).index).toBe(1);
  expect(distance(first, next).index).toBe(2);
});

test('never assigns a number to two packets', () => {
  const numbers = new Renumbering();
  const byNumber = new Map<number, RoomPacket>();
  let [source, seed] = [0, 7];
  const random = () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed / 0x7fff_ffff;
  };
  let late: RoomPacket[] = [];
  const note = (sent: Sent | null, of: RoomPacket) => {
    if (!sent) return;
    expect(byNumber.has(sent.index)).toBe(false);
    byNumber.set(sent.index, of);
  };
  for (let step = 0; step < 5000; step += 1) {
    if (step % 500 === 0) {
      source = Math.floor(random() * 60_000) + 1;
      late = [];
      numbers.begin(packet({ index: source }), step * 3000);
    }
    const next = packet({ index: source });
    source += 1;
    if (random() < 0.1) late.push(next);
    else if (random() < 0.3) note(numbers.skip(next, true), next);
    else note(numbers.place(next), next);
    if (random() < 0.1) {
      const back = late.shift();
      if (back) note(random() < 0.5 ? numbers.place(back) : numbers.skip(back, false), back);
    }
  }
  expect(byNumber.size).toBeGreaterThan(2000);
});

test('does not number a very late packet again', () => {
  const { numbers } = open({ index: 10 });
  for (let index = 11; index < 700; index += 1) numbers.place(packet({ index }));
  expect(numbers.place(packet({ index: 11 }))).toBeNull();
});

test('finds a sent packet by its number, unchanged', () => {
  const { numbers, first } = open({ index: 10 });
  numbers.begin(packet({ index: 900, picture: 3 }), 50_000);
  numbers.place(packet({ index: 900, picture: 3 }));
  expect(numbers.find(first.index & 0xffff)).toBe(first);
});

test('does not want missing packets of an earlier source', () => {
  const { numbers, first } = open({ index: 10 });
  const gone = numbers.place(packet({ index: 12 }));
  numbers.begin(packet({ index: 900 }), 50_000);
  expect(numbers.isWanted((gone?.index ?? 0) - 1)).toBe(false);
  expect(numbers.isWanted((gone?.index ?? 0) + 2)).toBe(true);
  expect(first.index).toBeGreaterThan(0);
});
