import { expect, test } from 'vitest';
import { type Conditions, Link, perfect } from './conditions.ts';

const packets = 2000;

function fates(conditions: Partial<Conditions>, { seed = 7, gapMs = 10, bytes = 1000 } = {}): number[][] {
  const link = new Link(seed);
  return Array.from({ length: packets }, (_, index) =>
    link.arrivals(bytes, index * gapMs, { ...perfect, ...conditions }).map((ms) => index * gapMs + ms),
  );
}

test('loses the given share, the same datagrams for the same seed', () => {
  const fate = fates({ loss: 0.05 });
  const lost = fate.filter((arrivals) => arrivals.length === 0).length;
  expect(lost / packets).toBeGreaterThan(0.035);
  expect(lost / packets).toBeLessThan(0.065);
  expect(fates({ loss: 0.05 })).toEqual(fate);
  expect(fates({ loss: 0.05 }, { seed: 8 })).not.toEqual(fate);
});

test('reorders datagrams only with jitter', () => {
  const overtaken = (arrivals: number[]) =>
    arrivals.filter((at, index) => at < (arrivals[index - 1] ?? 0)).length;
  expect(overtaken(fates({ jitterMs: 50 }).flat())).toBeGreaterThan(packets / 4);
  expect(overtaken(fates({ delayMs: 50 }).flat())).toBe(0);
});

test('duplicates some datagrams', () => {
  const twice = fates({ duplicates: 0.1 }).filter((arrivals) => arrivals.length === 2).length;
  expect(twice / packets).toBeGreaterThan(0.07);
  expect(twice / packets).toBeLessThan(0.13);
});

test('passes no more than its rate, with a limited queue', () => {
  // 100,000 bytes per second are sent over a line of 50,000.
  const fate = fates({ bytesPerSecond: 50_000, queueBytes: 10_000 });
  const arrived = fate.flat();
  const perSecond = (arrived.length * 1000) / ((arrived.at(-1) ?? 0) / 1000);
  expect(perSecond).toBeGreaterThan(48_000);
  expect(perSecond).toBeLessThanOrEqual(51_000);
  const waits = fate.flatMap(([at], index) => (at === undefined ? [] : at - index * 10));
  expect(Math.max(...waits)).toBeLessThanOrEqual(200);
});
