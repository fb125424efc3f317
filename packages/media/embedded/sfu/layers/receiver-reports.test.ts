import { expect, test } from 'vitest';
import { LossWindow, RoundTrip } from './receiver-reports.ts';

/** Reports of a line that loses every fourth packet: one every 20 ms about `each` packets. */
function watch(each: number, seconds: number) {
  const window = new LossWindow();
  const stretches: { packets: number; lost: number; ms: number }[] = [];
  let [highestSequence, packetsLost] = [65_000, 0];
  for (let now = 0; now < seconds * 1000; now += 20) {
    for (let packet = 0; packet < each; packet += 1) {
      highestSequence += 1;
      if (highestSequence % 4 === 0) packetsLost += 1;
    }
    const stretch = window.take({ highestSequence, packetsLost }, now);
    if (stretch) stretches.push(stretch);
  }
  return stretches;
}

test('combines reports of few packets to half a second', () => {
  const stretches = watch(2, 5);
  expect(stretches).toHaveLength(9);
  for (const { packets, lost } of stretches) expect(lost / packets).toBeCloseTo(0.25, 1);
});

test('extends a stretch until it has enough packets', () => {
  const window = new LossWindow();
  window.take({ highestSequence: 0, packetsLost: 0 }, 0);
  expect(window.take({ highestSequence: 4, packetsLost: 3 }, 2000)).toBeNull();
  expect(window.take({ highestSequence: 40, packetsLost: 3 }, 4000)).toEqual({
    packets: 40,
    lost: 3,
    ms: 4000,
  });
});

test('counts duplicates as no loss, though the total may become negative', () => {
  const window = new LossWindow();
  window.take({ highestSequence: 0, packetsLost: 0 }, 0);
  expect(window.take({ highestSequence: 50, packetsLost: 0xff_fff0 }, 1000)).toEqual({
    packets: 50,
    lost: 0,
    ms: 1000,
  });
  expect(window.take({ highestSequence: 100, packetsLost: 0xff_fffa }, 2000)).toEqual({
    packets: 50,
    lost: 10,
    ms: 1000,
  });
  expect(window.take({ highestSequence: 150, packetsLost: 4 }, 3000)).toEqual({
    packets: 50,
    lost: 10,
    ms: 1000,
  });
});

test('starts over when a player restarts its stream', () => {
  const window = new LossWindow();
  window.take({ highestSequence: 5000, packetsLost: 100 }, 0);
  expect(window.take({ highestSequence: 10, packetsLost: 0 }, 1000)).toBeNull();
  expect(window.take({ highestSequence: 60, packetsLost: 5 }, 2000)).toEqual({
    packets: 50,
    lost: 5,
    ms: 1000,
  });
});

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
