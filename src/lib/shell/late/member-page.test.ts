import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followSession, STAMP_KEY } from '../start/session.ts';
import { announceLogout, guardMemberPage } from './member-page.ts';

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

it('notices a logout in another tab, and leaves an expired session to the socket', () => {
  open();
  elsewhere('guest');
  expect(onLogout).not.toHaveBeenCalled();
  announceLogout();
  elsewhere(storage.get(STAMP_KEY) ?? '');
  expect(onLogout).toHaveBeenCalledOnce();
});

it('is stale after its own logout, and shows nothing when it is restored', () => {
  open();
  announceLogout();
  goAway();
  comeBack();
  expect(onStale.mock.calls.length).toBe(1);
  expect(root.style.visibility).toBe('hidden');
});

it('is covered while it is away, and unchanged when its member returns', () => {
  open();
  goAway();
  expect(root.style.visibility).toBe('hidden');
  comeBack();
  expect(onStale.mock.calls.length).toBe(0);
  expect(root.style.visibility).toBe('');
});

it('is reloaded without storage, as the session is unknown', () => {
  vi.stubGlobal('localStorage', undefined);
  open();
  goAway();
  comeBack();
  expect(reload.mock.calls.length).toBe(1);
  expect(root.style.visibility).toBe('hidden');
});

it('is not covered any more after the guard was stopped', () => {
  open();
  stop();
  goAway();
  expect(root.style.visibility).toBe('');
});
