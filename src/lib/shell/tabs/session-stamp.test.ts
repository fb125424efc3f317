import { beforeEach, expect, it, vi } from 'vitest';
import { announceSession, followSession, STAMP_KEY } from './session-stamp.ts';

let storage: Map<string, string>;
let page: EventTarget;
const onLogin = vi.fn();
const onStale = vi.fn();

beforeEach(() => {
  storage = new Map();
  page = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  onLogin.mockClear();
  onStale.mockClear();
});

const open = (loggedIn: boolean) => followSession(loggedIn, { onLogin, onStale });
const elsewhere = (stamp: string) => {
  storage.set(STAMP_KEY, stamp);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: STAMP_KEY, newValue: stamp }));
};
const comeBack = (persisted = true) =>
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('hears of a login in another tab, once', () => {
  open(false);
  elsewhere('1-a');
  elsewhere('1-a');
  expect(onLogin).toHaveBeenCalledTimes(1);
  comeBack();
  expect(onStale).not.toHaveBeenCalled();
});

it.each([
  ['a guest, but somebody has logged in', false, '1-a'],
  ['a member, but they have logged out', true, 'guest'],
])('is stale when it comes back from the cache as the page of %s', (_, loggedIn, now) => {
  open(loggedIn);
  comeBack();
  expect(onStale).not.toHaveBeenCalled();
  storage.set(STAMP_KEY, now);
  comeBack(false);
  expect(onStale).not.toHaveBeenCalled();
  comeBack();
  expect(onStale).toHaveBeenCalledTimes(1);
});

it('is not stale after its own login', () => {
  open(false);
  announceSession(true);
  comeBack();
  expect(onStale).not.toHaveBeenCalled();
});

it('tells other tabs of a login or logout that needed no script, and of nothing else', () => {
  open(true);
  const stamp = storage.get(STAMP_KEY);
  expect(stamp).toMatch(/^\d/);
  open(true);
  expect(storage.get(STAMP_KEY)).toBe(stamp);
  open(false);
  expect(storage.get(STAMP_KEY)).toBe('guest');
});

it('is not made anew without storage, which tells nothing of the session', () => {
  vi.stubGlobal('localStorage', undefined);
  open(false);
  announceSession(false);
  comeBack();
  expect(onStale).not.toHaveBeenCalled();
});

it('tells a guest nothing of a logout in another tab', () => {
  open(false);
  elsewhere('left');
  expect(onLogin).not.toHaveBeenCalled();
});
