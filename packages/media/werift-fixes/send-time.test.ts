import { expect, test } from 'vitest';
import { ntpTime, serializeAbsSendTime } from 'werift';
import { absSendTime } from './send-time.ts';

const seconds = (bytes: Buffer) => bytes.readUIntBE(0, 3) / 2 ** 18;

test('werift 0.25 still writes the digits of the fraction of a second', () => {
  // Decimal digits stay below ten million; a real fraction exceeds 2^31 half of the time.
  for (let read = 0; read < 1000; read += 1) expect(ntpTime() & 0xffff_ffffn).toBeLessThan(10_000_000n);
});

test('abs-send-time advances with elapsed time', () => {
  const begin = Date.UTC(2026, 10, 25, 6, 19, 16);
  const after = (ms: number) => seconds(absSendTime(begin + ms)) - seconds(absSendTime(begin));
  expect(after(500)).toBeCloseTo(0.5, 4);
  expect(after(20)).toBeCloseTo(0.02, 4);
  expect(after(1001)).toBeCloseTo(1.001, 4);
});

test('abs-send-time counts seconds since 1900 and wraps after 64', () => {
  const now = Date.UTC(2026, 10, 25);
  expect(seconds(absSendTime(now))).toBeCloseTo((now / 1000 + 2_208_988_800) % 64, 4);
  expect(absSendTime(now + 64_000)).toEqual(absSendTime(now));
});

test('abs-send-time has the same seconds as that of werift', () => {
  const [theirs, ours] = [serializeAbsSendTime(ntpTime()), absSendTime()].map((bytes) =>
    Math.floor(seconds(bytes)),
  );
  expect([theirs, ((theirs ?? 0) + 1) % 64]).toContain(ours);
});
