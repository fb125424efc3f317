import { expect, test } from 'vitest';
import { Continuity, indexNear, rolloverOf, seqOf } from './sequence.ts';

const clockRate = 90_000;

function continuity() {
  const track = new Continuity(clockRate);
  const first = track.place({ seq: 65_530, timestamp: 0xffff_fff0 }, 0);
  return { track, first };
}

test('packets keep their distance over the end of the numbers', () => {
  const { track, first } = continuity();
  const later = track.place({ seq: 4, timestamp: 2984 }, 33);
  expect(later.index - first.index).toBe(10);
  expect((later.timestamp - first.timestamp) >>> 0).toBe(3000);
});

test('a gap over the end of the numbers is a gap, however many packets are missing', () => {
  const { track, first } = continuity();
  expect(track.place({ seq: 494, timestamp: 0 }, 8000).index - first.index).toBe(500);
});

test('the index counts on when the sequence numbers have begun anew', () => {
  const { track, first } = continuity();
  let last = first;
  for (let count = 1; count <= 3 * 65_536; count += 1) {
    last = track.place({ seq: (65_530 + count) & 0xffff, timestamp: 0 }, 0);
  }
  expect(last.index - first.index).toBe(3 * 65_536);
  expect(rolloverOf(last.index) - rolloverOf(first.index)).toBe(3);
  expect(seqOf(last.index)).toBe(seqOf(first.index));
});

test('a packet that arrives late takes its own place', () => {
  const { track, first } = continuity();
  track.place({ seq: 65_532, timestamp: 3000 }, 33);
  expect(track.place({ seq: 65_531, timestamp: 0xffff_fff0 }, 40).index).toBe(first.index + 1);
});

test('a packet from before the first one has a place too', () => {
  const { track, first } = continuity();
  expect(track.place({ seq: 65_529, timestamp: 0 }, 1).index).toBe(first.index - 1);
});

test('the next encoder goes on with the next number, after the time that passed', () => {
  const { track, first } = continuity();
  track.switchSource();
  const next = track.place({ seq: 7, timestamp: 7 }, 2000);
  expect(next.index).toBe(first.index + 1);
  expect((next.timestamp - first.timestamp) >>> 0).toBe(2 * clockRate);
});

test('a packet that came late does not set back where the next encoder goes on', () => {
  const { track, first } = continuity();
  track.place({ seq: 65_534, timestamp: 0 }, 30);
  track.place({ seq: 65_532, timestamp: 0 }, 40);
  track.switchSource();
  expect(track.place({ seq: 1, timestamp: 1 }, 50).index).toBe(first.index + 5);
});

test('an encoder that is back at once still moves the time on', () => {
  const { track, first } = continuity();
  track.switchSource();
  const next = track.place({ seq: 1, timestamp: 1 }, 0);
  expect((next.timestamp - first.timestamp) >>> 0).toBeGreaterThan(0);
});

test('reports of an encoder are understood from its first packet on', () => {
  const { track, first } = continuity();
  expect(track.toTimestamp(0xffff_fff0)).toBe(first.timestamp);
  track.switchSource();
  expect(track.toTimestamp(1)).toBeNull();
});

test.each([
  [3, 0x1_0001, 0x1_0003],
  [0xfffe, 0x1_0001, 0xfffe],
  [1, 0x1_fffe, 0x2_0001],
])('number %i near %i is index %i', (seq, near, index) => {
  expect(indexNear(seq, near)).toBe(index);
});
