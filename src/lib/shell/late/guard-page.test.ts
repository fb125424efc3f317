import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardPage } from './guard-page.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const view = new EventTarget();
const released = vi.fn(async () => undefined);
const request = vi.fn(async (_: string) => ({ release: released }));

beforeEach(() => {
  page.visibilityState = 'visible';
  vi.clearAllMocks();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', view);
  vi.stubGlobal('navigator', { wakeLock: { request } });
});
afterEach(() => vi.unstubAllGlobals());

const show = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};
const asks = () => {
  const leave = new Event('beforeunload', { cancelable: true });
  view.dispatchEvent(leave);
  return leave.defaultPrevented;
};

it('keeps the screen on, again when the page is visible, and asks before it is left, until it ends', async () => {
  const end = guardPage();
  expect(request.mock.calls).toEqual([['screen']]);
  expect(asks()).toBe(true);
  show('hidden');
  expect(request).toHaveBeenCalledTimes(1);
  show('visible');
  expect(request).toHaveBeenCalledTimes(2);
  await Promise.resolve();
  await Promise.resolve();
  end();
  expect(released.mock.calls.length).toBe(1);
  expect(asks()).toBe(false);
  show('visible');
  expect(request).toHaveBeenCalledTimes(2);
});

it('only asks where the browser has no wake lock', () => {
  vi.stubGlobal('navigator', {});
  const end = guardPage();
  expect(asks()).toBe(true);
  end();
});
