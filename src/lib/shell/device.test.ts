import { beforeEach, expect, it, test, vi } from 'vitest';
import { $device, deviceOf, paymentDevice, watchKeyboard } from './device.ts';

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

/** Simulates a phone's visual viewport, and reads the style variable. */
class View extends EventTarget {
  height = 844;
  scale = 1;
}
let view: View;
const properties = new Map<string, string>();

beforeEach(() => {
  view = new View();
  properties.clear();
  const style = { setProperty: (name: string, value: string) => void properties.set(name, value) };
  vi.stubGlobal('window', { visualViewport: view });
  vi.stubGlobal('document', { documentElement: { clientHeight: 844, style } });
  watchKeyboard();
});

function show(height: number, scale = 1): string | undefined {
  Object.assign(view, { height, scale });
  view.dispatchEvent(new Event('resize'));
  return properties.get('--keyboard');
}

it('sets how much the keyboard covers, and resets it when it closes', () => {
  expect(show(508)).toBe('336px');
  expect(show(844)).toBe('0px');
});

it('ignores a browser bar and a zoomed page', () => {
  expect(show(788)).toBe('0px');
  expect(show(422, 2)).toBe('0px');
});

it('does nothing in browsers without a visual viewport', () => {
  properties.clear();
  vi.stubGlobal('window', { visualViewport: null });
  expect(watchKeyboard).not.toThrow();
});
