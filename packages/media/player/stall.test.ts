import { expect, test } from 'vitest';
import { reconnectAfterMs, StallDetector, stallAfterMs } from './stall.ts';

test('before the first picture nothing stalls, however long it takes', () => {
  const detector = new StallDetector();
  expect(detector.observe(0, 60_000)).toBe('waiting');
  expect(detector.stalledMs).toBe(0);
});

test('a pause shorter than a stall is no stall and is not counted', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  expect(detector.observe(1, stallAfterMs - 1)).toBe('flowing');
  expect(detector.observe(2, stallAfterMs)).toBe('flowing');
  expect(detector.stalledMs).toBe(0);
});

test('a picture that stands still stalls, and in the end is lost', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  expect(detector.observe(1, stallAfterMs)).toBe('stalled');
  expect(detector.observe(1, reconnectAfterMs)).toBe('lost');
});

test('the time of a stall counts from its last picture, and stops with the next', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  detector.observe(1, 3000);
  expect(detector.stalledMs).toBe(3000);
  detector.observe(2, 3500);
  detector.observe(3, 4000);
  expect(detector.stalledMs).toBe(3000);
});

test('stalls add up', () => {
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

test('a page that was not looked at for a minute has not stalled when pictures came meanwhile', () => {
  const detector = new StallDetector();
  detector.observe(1, 0);
  expect(detector.observe(900, 60_000)).toBe('flowing');
  expect(detector.stalledMs).toBe(0);
});

test('a new connection that begins to count at zero ends the stall with its first picture', () => {
  const detector = new StallDetector();
  detector.observe(500, 0);
  detector.newConnection();
  expect(detector.observe(0, 2500)).toBe('stalled');
  expect(detector.observe(1, 3000)).toBe('flowing');
  expect(detector.stalledMs).toBe(2500);
});
