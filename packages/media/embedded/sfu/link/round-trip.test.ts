import { expect, test } from 'vitest';
import { RoundTrip } from './round-trip.ts';

const ntp = (seconds: number) => BigInt(seconds) << 32n;
const lsrOf = (seconds: number) => (seconds % 65_536) * 65_536;

test('the round trip is the elapsed time without the delay at the other side', () => {
  const trip = new RoundTrip();
  expect(trip.ms).toBe(0);
  trip.sent(ntp(100_000), 5000);
  trip.sent(ntp(100_001), 6000);
  trip.answered({ lsr: lsrOf(100_000), dlsr: 65_536 }, 6250);
  expect(trip.ms).toBe(250);
  trip.answered({ lsr: lsrOf(100_001), dlsr: 6554 }, 6150);
  expect(trip.ms).toBeCloseTo(50, 0);
});

test('counts time above the shortest round trip as queueing, and above 300 ms from the first report on', () => {
  const trip = new RoundTrip();
  trip.sent(ntp(1), 0);
  trip.answered({ lsr: lsrOf(1), dlsr: 0 }, 1000);
  expect(trip.queuedMs).toBe(700);
  trip.answered({ lsr: lsrOf(1), dlsr: 0 }, 50);
  expect(trip.queuedMs).toBe(0);
  trip.answered({ lsr: lsrOf(1), dlsr: 0 }, 450);
  expect(trip.queuedMs).toBe(400);
});

test('ignores an answer to an unknown report', () => {
  const trip = new RoundTrip();
  trip.answered({ lsr: 0, dlsr: 0 }, 1000);
  for (let second = 1; second <= 6; second += 1) trip.sent(ntp(second), second * 1000);
  trip.answered({ lsr: lsrOf(1), dlsr: 0 }, 7000);
  expect(trip.ms).toBe(0);
  trip.answered({ lsr: lsrOf(6), dlsr: 0 }, 7000);
  expect(trip.ms).toBe(1000);
});
