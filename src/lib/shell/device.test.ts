import { expect, test } from 'vitest';
import { deviceOf, paymentDevice } from './device.ts';

test.each([
  [undefined, 'unknown', 'mobile'],
  [390, 'mobile', 'mobile'],
  [639, 'mobile', 'mobile'],
  [640, 'tablet', 'mobile'],
  [1023, 'tablet', 'mobile'],
  [1024, 'desktop', 'desktop'],
] as const)('a width of %s is a %s, and pays as %s', (width, device, pays) => {
  expect(deviceOf(width)).toBe(device);
  expect(paymentDevice(deviceOf(width))).toBe(pays);
});
