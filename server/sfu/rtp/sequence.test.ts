import { expect, test } from 'vitest';
import { Continuity, isAfter } from './sequence.ts';

const clockRate = 90_000;

function continuity() {
  const track = new Continuity(clockRate);
  const first = track.place({ seq: 65_530, timestamp: 0xffff_fff0 }, 0);
  return { track, first };
}

test('packets keep their distance over the end of the numbers', () => {
  const { track, first } = continuity();
  const later = track.place({ seq: 4, timestamp: 2984 }, 33);
  expect((later.seq - first.seq) & 0xffff).toBe(10);
  expect((later.timestamp - first.timestamp) >>> 0).toBe(3000);
});

test('a packet that arrives late takes its own place', () => {
  const { track, first } = continuity();
  track.place({ seq: 65_532, timestamp: 3000 }, 33);
  expect(track.place({ seq: 65_531, timestamp: 0xffff_fff0 }, 40).seq).toBe((first.seq + 1) & 0xffff);
});

test('the next encoder goes on with the next number, after the time that passed', () => {
  const { track, first } = continuity();
  track.switchSource();
  const next = track.place({ seq: 7, timestamp: 7 }, 2000);
  expect(next.seq).toBe((first.seq + 1) & 0xffff);
  expect((next.timestamp - first.timestamp) >>> 0).toBe(2 * clockRate);
});

test('a packet that came late does not set back where the next encoder goes on', () => {
  const { track, first } = continuity();
  track.place({ seq: 65_534, timestamp: 0 }, 30);
  track.place({ seq: 65_532, timestamp: 0 }, 40);
  track.switchSource();
  expect(track.place({ seq: 1, timestamp: 1 }, 50).seq).toBe((first.seq + 5) & 0xffff);
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
  [2, 1, true],
  [1, 1, false],
  [1, 2, false],
  [3, 65_530, true],
  [65_530, 3, false],
])('%i after %i: %s', (a, b, after) => {
  expect(isAfter(a, b)).toBe(after);
});
