import { expect, test } from 'vitest';
import { Bandwidth } from './bandwidth.ts';

/** Of a line without a queue, which carries what it does not lose. */
const report = (line: Bandwidth, lost: number, sentRate: number, now: number) =>
  line.reported({ lost, carried: sentRate * (1 - lost), queuedMs: 0, sentRate }, now);

test('nothing is held against a line that nothing is known of', () => {
  expect(new Bandwidth().available).toBeNull();
});

test('most of the estimate is for the picture', () => {
  const line = new Bandwidth();
  line.estimated(1_000_000);
  expect(line.estimate).toBe(1_000_000);
  expect(line.available).toBe(900_000);
});

test('an estimate that followed what was sent down to nothing does not starve the viewer', () => {
  const line = new Bandwidth();
  line.estimated(10_000);
  expect(line.available).toBe(225_000);
});

test('a line that loses half carries half', () => {
  const line = new Bandwidth();
  line.estimated(5_000_000);
  report(line, 0.3, 1_000_000, 10_000);
  expect(line.available).toBeCloseTo(630_000);
});

test('what a radio link loses is no sign of a full line', () => {
  const line = new Bandwidth();
  for (let second = 0; second < 60; second += 1) report(line, 0.1, 1_000_000, second * 1000);
  expect(line.available).toBeNull();
});

test('reports of what was sent before the limit do not lower it again', () => {
  const line = new Bandwidth();
  report(line, 0.3, 1_000_000, 10_000);
  report(line, 0.3, 1_000_000, 11_000);
  expect(line.available).toBeCloseTo(630_000);
  report(line, 0.3, 700_000, 12_500);
  expect(line.available).toBeCloseTo(441_000);
});

test('what is reported late, when little is sent any more, is not held against that little', () => {
  const line = new Bandwidth();
  report(line, 0.4, 1_000_000, 10_000);
  report(line, 0, 700_000, 11_600);
  // The queue was full for as long as this is late.
  report(line, 0.5, 100_000, 12_600);
  expect(line.available).toBeGreaterThan(0.9 * 0.6 * 700_000);
});

test('a line in which packets wait is full before it loses any, and is given less until they wait no more', () => {
  const line = new Bandwidth();
  const full = { lost: 0, carried: 600_000, queuedMs: 900, sentRate: 800_000 };
  line.reported(full, 10_000);
  expect(line.available).toBeCloseTo(0.9 * 0.75 * 600_000);
  line.reported({ ...full, carried: 400_000, queuedMs: 400, sentRate: 400_000 }, 10_500);
  expect(line.available).toBeGreaterThan(0.9 * 600_000);
});

test('a line of which the player has told is not full for being late once', () => {
  const line = new Bandwidth();
  const late = { lost: 0, carried: 600_000, queuedMs: 900, sentRate: 800_000 };
  line.estimated(2_000_000);
  line.reported(late, 10_000);
  expect(line.available).toBe(1_800_000);
  line.reported(late, 10_500);
  expect(line.available).toBeCloseTo(0.9 * 0.75 * 600_000);
});

test('a line that loses no more is trusted again little by little', () => {
  const line = new Bandwidth();
  report(line, 0.3, 1_000_000, 0);
  for (let second = 1; second <= 10; second += 1) report(line, 0, 700_000, second * 1000);
  expect(line.available).toBeGreaterThan(800_000);
  for (let second = 11; second <= 60; second += 1) report(line, 0, 700_000, second * 1000);
  expect(line.available).toBeNull();
});
