import { expect, test, vi } from 'vitest';
import { $device, deviceOf, paymentDevice } from './device.ts';

test.each([
  [undefined, 'unknown', 'mobile'],
  [390, 'mobile', 'mobile'],
  [639, 'mobile', 'mobile'],
  [640, 'tablet', 'mobile'],
  [1023, 'tablet', 'mobile'],
  [1024, 'desktop', 'desktop'],
] as const)('P3.25 P9.12 a width of %s is a %s, and pays as %s', (width, device, pays) => {
  expect(deviceOf(width)).toBe(device);
  expect(paymentDevice(deviceOf(width))).toBe(pays);
});

test('P9.9 updates 50 ms after the last step of a resize', () => {
  vi.useFakeTimers();
  const window = Object.assign(new EventTarget(), { innerWidth: 1440 });
  vi.stubGlobal('window', window);
  const stop = $device.listen(() => {});
  expect($device.get()).toBe('desktop');
  window.innerWidth = 390;
  window.dispatchEvent(new Event('resize'));
  vi.advanceTimersByTime(49);
  window.innerWidth = 800;
  window.dispatchEvent(new Event('resize'));
  vi.advanceTimersByTime(49);
  expect($device.get()).toBe('desktop');
  vi.advanceTimersByTime(1);
  expect($device.get()).toBe('tablet');
  stop();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
