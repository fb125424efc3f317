import { beforeEach, expect, it, vi } from 'vitest';
import { createSessionStamp, type SessionStamp, STAMP_KEY } from './session.ts';

let storage: Map<string, string>;
let page: EventTarget;
let stamp: SessionStamp;
const onLogin = vi.fn();
const onStale = vi.fn();

beforeEach(() => {
  storage = new Map();
  page = new EventTarget();
  stamp = createSessionStamp();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  onLogin.mockClear();
  onStale.mockClear();
});

const open = (loggedIn: boolean) => stamp.followSession(loggedIn, { onLogin, onStale });
const elsewhere = (newValue: string) => {
  storage.set(STAMP_KEY, newValue);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: STAMP_KEY, newValue }));
};
const comeBack = (persisted = true) =>
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('notices a login in another tab, once', () => {
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
])('P4.10 is stale when it is restored from the cache as the page of %s', (_, loggedIn, now) => {
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
  stamp.announceSession(true);
  comeBack();
  expect(onStale).not.toHaveBeenCalled();
});

it('P4.4 notifies other tabs of a login or logout without script, and of nothing else', () => {
  open(true);
  const login = storage.get(STAMP_KEY);
  expect(login).toMatch(/^\d/);
  open(true);
  expect(storage.get(STAMP_KEY)).toBe(login);
  open(false);
  expect(storage.get(STAMP_KEY)).toBe('guest');
});

it('is not reloaded without storage, as the session is unknown', () => {
  vi.stubGlobal('localStorage', undefined);
  open(false);
  stamp.announceSession(false);
  comeBack();
  expect(onStale).not.toHaveBeenCalled();
});

it('does not notify a guest of a logout in another tab', () => {
  open(false);
  elsewhere('left');
  expect(onLogin).not.toHaveBeenCalled();
});
