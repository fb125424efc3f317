import { expect, test } from 'vitest';
import { Bandwidth } from './bandwidth.ts';

/** Reports a line without a queue that carries all it does not lose. */
const report = (line: Bandwidth, lost: number, sentRate: number, now: number) =>
  line.reported({ lost, carried: sentRate * (1 - lost), queuedMs: 0, sentRate }, now);

test('sets no limit while nothing is known about the line', () => {
  expect(new Bandwidth().available).toBeNull();
});

test('gives most of the estimate to the picture', () => {
  const line = new Bandwidth();
  line.estimated(1_000_000);
  expect(line.estimate).toBe(1_000_000);
  expect(line.available).toBe(900_000);
});

test('keeps a minimum when the estimate has followed the sent rate to zero', () => {
  const line = new Bandwidth();
  line.estimated(10_000);
  expect(line.available).toBe(225_000);
});

test('halves the limit for a line that loses half', () => {
  const line = new Bandwidth();
  line.estimated(5_000_000);
  report(line, 0.3, 1_000_000, 10_000);
  expect(line.available).toBeCloseTo(630_000);
});

test('sets no limit for the loss of a radio link', () => {
  const line = new Bandwidth();
  for (let second = 0; second < 60; second += 1) report(line, 0.1, 1_000_000, second * 1000);
  expect(line.available).toBeNull();
});

test('ignores reports about packets sent before the limit', () => {
  const line = new Bandwidth();
  report(line, 0.3, 1_000_000, 10_000);
  report(line, 0.3, 1_000_000, 11_000);
  expect(line.available).toBeCloseTo(630_000);
  report(line, 0.3, 700_000, 12_500);
  expect(line.available).toBeCloseTo(441_000);
});

test('compares a late report with the rate sent at its time, not with the current one', () => {
  const line = new Bandwidth();
  report(line, 0.4, 1_000_000, 10_000);
  report(line, 0, 700_000, 11_600);
  // Late by the time the queue was full.
  report(line, 0.5, 100_000, 12_600);
  expect(line.available).toBeGreaterThan(0.9 * 0.6 * 700_000);
});

test('sends less while packets queue, even before any is lost', () => {
  const line = new Bandwidth();
  const full = { lost: 0, carried: 600_000, queuedMs: 900, sentRate: 800_000 };
  line.reported(full, 10_000);
  expect(line.available).toBeCloseTo(0.9 * 0.75 * 600_000);
  line.reported({ ...full, carried: 400_000, queuedMs: 400, sentRate: 400_000 }, 10_500);
  expect(line.available).toBeGreaterThan(0.9 * 600_000);
});

test('ignores a single delayed report once the player has reported', () => {
  const line = new Bandwidth();
  const late = { lost: 0, carried: 600_000, queuedMs: 900, sentRate: 800_000 };
  line.estimated(2_000_000);
  line.reported(late, 10_000);
  expect(line.available).toBe(1_800_000);
  line.reported(late, 10_500);
  expect(line.available).toBeCloseTo(0.9 * 0.75 * 600_000);
});

test('raises the limit gradually once loss stops', () => {
  const line = new Bandwidth();
  report(line, 0.3, 1_000_000, 0);
  for (let second = 1; second <= 10; second += 1) report(line, 0, 700_000, second * 1000);
  expect(line.available).toBeGreaterThan(800_000);
  for (let second = 11; second <= 60; second += 1) report(line, 0, 700_000, second * 1000);
  expect(line.available).toBeNull();
});
