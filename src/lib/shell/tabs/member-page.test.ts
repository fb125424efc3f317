import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announceLogout, guardMemberPage } from './member-page.ts';
import { followSession, STAMP_KEY } from './session-stamp.ts';

let storage: Map<string, string>;
let page: EventTarget;
let root: { style: { visibility: string } };
let stop: () => void;
const reload = vi.fn();
const onLogout = vi.fn();
const onStale = vi.fn();

beforeEach(() => {
  storage = new Map();
  page = new EventTarget();
  root = { style: { visibility: '' } };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('location', { reload });
  for (const called of [reload, onLogout, onStale]) called.mockClear();
});

afterEach(() => stop());

function open() {
  followSession(true, { onLogin() {}, onStale });
  stop = guardMemberPage(onLogout);
}

const elsewhere = (stamp: string) => {
  storage.set(STAMP_KEY, stamp);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: STAMP_KEY, newValue: stamp }));
};
const goAway = () => page.dispatchEvent(new Event('pagehide'));
const comeBack = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

it('hears that the member has logged out in another tab, and leaves a session that ran out to the socket', () => {
  open();
  elsewhere('guest');
  expect(onLogout).not.toHaveBeenCalled();
  announceLogout();
  elsewhere(storage.get(STAMP_KEY) ?? '');
  expect(onLogout).toHaveBeenCalledOnce();
});

it('is stale after its own logout, and shows nothing when it comes back', () => {
  open();
  announceLogout();
  goAway();
  comeBack();
  expect([onStale.mock.calls.length, root.style.visibility]).toEqual([1, 'hidden']);
});

it('is covered while it is away, and as before when its member comes back', () => {
  open();
  goAway();
  expect(root.style.visibility).toBe('hidden');
  comeBack();
  expect([onStale.mock.calls.length, root.style.visibility]).toEqual([0, '']);
});

it('is made anew without storage, which tells nothing of the session', () => {
  vi.stubGlobal('localStorage', undefined);
  open();
  goAway();
  comeBack();
  expect([reload.mock.calls.length, root.style.visibility]).toEqual([1, 'hidden']);
});

it('is not covered any more once the member is not followed', () => {
  open();
  stop();
  goAway();
  expect(root.style.visibility).toBe('');
});
