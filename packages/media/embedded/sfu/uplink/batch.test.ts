import { setImmediate as afterReading } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Batch } from './batch.ts';

const packet = (seq: number, sentAt: number | null, readAt: number) => ({ seq, sentAt, readAt });

test('packets that were read together arrived as far apart as they were sent', () => {
  const batch = new Batch();
  // The processor was busy for 60 ms; the last packet waited least.
  for (const [seq, sentAt] of [0, 20, 40, 60].entries())
    expect(batch.add(packet(seq, sentAt, 1070 + seq))).toEqual([]);
  expect(batch.end().map(({ at }) => at)).toEqual([1013, 1033, 1053, 1073]);
  expect(batch.end()).toEqual([]);
});

test('packets that came one by one keep their times, so a full line is visible', async () => {
  const batch = new Batch();
  const arrivals = [];
  for (const [seq, readAt] of [1000, 1020, 1040].entries()) {
    arrivals.push(...batch.add(packet(seq, seq * 5, readAt)));
    await afterReading();
  }
  expect([...arrivals, ...batch.end()].map(({ at }) => at)).toEqual([1000, 1020, 1040]);
});

test('a packet without a stated time keeps its own', () => {
  const batch = new Batch();
  batch.add(packet(0, 0, 1030));
  batch.add(packet(1, null, 1030));
  batch.add(packet(2, 20, 1030));
  expect(batch.end().map(({ at }) => at)).toEqual([1010, 1030, 1030]);
});
