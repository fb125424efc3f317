import { expect, test } from 'vitest';
import { reconnectAfterMs, StallDetector, stallAfterMs } from './stall.ts';

test('does not stall before the first picture', () => {
  const detector = new StallDetector();
  expect(detector.observe(0, 60_000)).toBe('waiting');
  expect(detector.stalledMs).toBe(0);
});

test('does not count a pause shorter than a stall', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  expect(detector.observe(1, stallAfterMs - 1)).toBe('flowing');
  expect(detector.observe(2, stallAfterMs)).toBe('flowing');
  expect(detector.stalledMs).toBe(0);
});

test('a frozen picture stalls and is finally lost', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  expect(detector.observe(1, stallAfterMs)).toBe('stalled');
  expect(detector.observe(1, reconnectAfterMs)).toBe('lost');
});

test('counts a stall from its last picture to the next one', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  detector.observe(1, 3000);
  expect(detector.stalledMs).toBe(3000);
  detector.observe(2, 3500);
  detector.observe(3, 4000);
  expect(detector.stalledMs).toBe(3000);
});

test('adds up stalls', () => {
  const detector = new StallDetector();
  for (const [frames, at] of [
    [1, 0],
    [1, 2000],
    [2, 2100],
    [2, 5100],
    [3, 5200],
  ] as const) {
    detector.observe(frames, at);
  }
  expect(detector.stalledMs).toBe(5000);
});

test('does not stall if frames arrived during a minute without checks', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  expect(detector.observe(900, 60_000)).toBe('flowing');
  expect(detector.stalledMs).toBe(0);
});

test('ends the stall at the first picture of a new connection', () => {
  const detector = new StallDetector();
  detector.observe(500, 0);
  detector.newConnection();
  expect(detector.observe(0, 2500)).toBe('stalled');
  expect(detector.observe(1, 3000)).toBe('flowing');
  expect(detector.stalledMs).toBe(2500);
});
