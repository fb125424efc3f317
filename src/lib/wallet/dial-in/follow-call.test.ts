import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DialInStatus } from '#contract/wallet/dial-in-calls.ts';
import { resumeCall } from '../../chat/session/start-stream.ts';
import { readKeptCall } from '../../shell/kept.ts';
import { $drawer, $modal, closeDrawer, openDrawer, openModal } from '../../shell/start/dialogs.ts';
import { $toast, $waiting } from '../../shell/start/feedback.ts';
import { $session } from '../../shell/start/session.ts';
import { $dialIn } from '../store.ts';
import { $dialInTrouble, $opened, forget, openDialIn, readOwnCall } from './follow-call.ts';

const pushed = vi.hoisted(() => ({ handler: null as ((status: unknown) => void) | null, reconnects: 0 }));
vi.mock('../../api/socket/socket.ts', () => ({
  on: (event: string, handler: (status: unknown) => void) => {
    if (event === 'dial-in-status') pushed.handler = handler;
    return () => {
      pushed.handler = null;
    };
  },
  onConnection: () => () => {},
  reconnect: () => {
    pushed.reconnects += 1;
  },
}));

const tariff = { centsPerMinute: 80, promo: { minutes: 30, cents: 299 } };
const opened = {
  session: 's1',
  state: 'PENDING',
  seconds: null as number | null,
  cents: null as number | null,
  code: '0061',
  expiresAt: '2026-11-20T12:05:00Z',
  nickname: null as string | null,
  number: '0906 - 0061',
  tariff,
  simulator: null,
};

/** The call's state on the server, and the page's requests. */
let state: string;
let requests: string[];
let listeners: Map<string, () => void>;
let label: string | null;
const kept = new Map<string, string>();

function answer(path: string, method: string): object {
  const over = state === 'ENDED' ? { seconds: 200, cents: 267 } : {};
  if (path === '/api/chat/chat/error') return { logged: true };
  if (path === '/api/member/verify/dial-in') return { verified: state === 'IN_CALL', nickname: null };
  if (path === '/api/member/payment/ivr')
    return { session: 's1', state, seconds: null, cents: null, ...over };
  if (method === 'POST') return { ...opened, state };
  return { tariff, session: { ...opened, state, ...over } };
}

beforeEach(() => {
  vi.useFakeTimers();
  state = 'PENDING';
  requests = [];
  label = null;
  listeners = new Map();
  kept.clear();
  pushed.reconnects = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://site.test');
    requests.push(`${method} ${pathname}`);
    return label ? Response.json({ label }, { status: 400 }) : Response.json(answer(pathname, method));
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('window', { innerWidth: 1280 });
  vi.stubGlobal('document', {
    documentElement: { lang: 'nl' },
    visibilityState: 'visible',
    querySelector: () => null,
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  });
  $session.set({ status: 'guest' });
  $toast.set(null);
});
afterEach(async () => {
  forget();
  closeDrawer();
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const polls = () => requests.filter((call) => call === 'GET /api/member/payment/ivr').length;
const push = (status: Partial<DialInStatus>) =>
  pushed.handler?.({ session: 's1', seconds: null, cents: null, ...status });
/** Waits for a toast, whose texts load on demand: advancing the fake clock would also advance the call. */
const awaitToast = async () => {
  await vi.dynamicImportSettled();
  expect($toast.get()?.text).toBeTruthy();
};

describe('a call that is awaited', () => {
  it('L3.22 L4.11 L9.10 is stored, shows the loader, and is polled every second', async () => {
    openDrawer('dial-in');
    await openDialIn();
    expect($dialIn.get()).toMatchObject({
      init: true,
      active: false,
      session: 's1',
      state: 'PENDING',
      nickname: null,
    });
    expect($opened.get()?.code).toBe('0061');
    expect(readKeptCall()).toBe('s1');
    expect($waiting.get()).toBe(1);
    expect(pushed.reconnects).toBe(1);
    await pass(3000);
    expect(polls()).toBe(3);
    expect($drawer.get()).toBe('dial-in');
  });

  it('L4.12 runs once the code was entered: no loader, no drawer, an announcement', async () => {
    openDrawer('dial-in');
    await openDialIn();
    state = 'IN_CALL';
    await pass(1000);
    expect($dialIn.get()).toMatchObject({ active: true, state: 'IN_CALL', session: 's1' });
    expect($dialIn.get().price).toMatch(/€\s0,80/);
    expect($waiting.get()).toBe(0);
    expect($drawer.get()).toBeNull();
    expect($opened.get()).toBeNull();
    await awaitToast();
    expect($toast.get()?.text).toBe('Je gesprek loopt: je kunt kijken en chatten.');
    const before = polls();
    await pass(4000);
    expect(polls()).toBe(before);
  });

  it('P4.47 is updated at once by a push, but not by another session’s', async () => {
    await openDialIn();
    push({ session: 'other', state: 'IN_CALL' });
    expect($dialIn.get().active).toBe(false);
    push({ state: 'IN_CALL' });
    expect($dialIn.get().active).toBe(true);
  });

  it('L4.14 L9.10 that comes too late starts over, in the drawer, after a moment', async () => {
    openDrawer('dial-in');
    await openDialIn();
    state = 'EXPIRED';
    await pass(1000);
    expect($dialIn.get()).toMatchObject({ init: false, session: null, state: 'PENDING' });
    expect($drawer.get()).toBeNull();
    expect($waiting.get()).toBe(0);
    expect(readKeptCall()).toBeNull();
    await pass(99);
    expect($drawer.get()).toBeNull();
    await pass(1);
    expect($drawer.get()).toBe('dial-in');
    expect($dialInTrouble.get()).toBe('dialIn.expired');
  });

  it('does not open a closed drawer', async () => {
    await openDialIn();
    push({ state: 'EXPIRED' });
    await pass(200);
    expect($drawer.get()).toBeNull();
  });

  it('L4.15 L8.17 continues after a lost response, and after an unknown state, which is logged', async () => {
    await openDialIn();
    label = 'UNAVAILABLE';
    await pass(2000);
    label = null;
    state = 'ON_HOLD';
    await pass(1000);
    expect(requests).toContain('POST /api/chat/chat/error');
    expect($dialIn.get()).toMatchObject({ state: 'PENDING', session: 's1' });
    state = 'IN_CALL';
    await pass(1000);
    expect($dialIn.get().active).toBe(true);
  });

  it('P8.27 L4.15 that the server does not know is not continued', async () => {
    await openDialIn();
    label = 'badRequest.dialIn.notExists';
    await pass(1000);
    expect($dialIn.get().session).toBeNull();
    expect($dialInTrouble.get()).toBe('dialIn.notFound');
    expect($waiting.get()).toBe(0);
    label = null;
    await pass(5000);
    expect(polls()).toBe(1);
  });

  it('L4.16 asks on a phone whether the code was entered, also when the page becomes visible again', async () => {
    vi.stubGlobal('window', { innerWidth: 390 });
    await openDialIn();
    const verifies = () => requests.filter((call) => call === 'GET /api/member/verify/dial-in').length;
    await pass(2000);
    expect(verifies()).toBe(2);
    state = 'IN_CALL';
    listeners.get('visibilitychange')?.();
    await pass(10);
    expect(verifies()).toBe(3);
    expect($dialIn.get().active).toBe(true);
    await pass(20_000);
    expect(verifies()).toBe(3);
  });
});

describe('a running call', () => {
  beforeEach(async () => {
    state = 'IN_CALL';
    await openDialIn();
    await awaitToast();
  });

  it('L4.13 L9.10 ends: the session is removed, the price shown, and after 3 s the state is reset', async () => {
    $toast.set(null);
    state = 'ENDED';
    openModal({ type: 'Nickname' });
    push({ state: 'ENDED', seconds: 200, cents: 267 });
    expect($dialIn.get()).toMatchObject({ active: false, state: 'ENDED' });
    expect($modal.get()).toBeNull();
    expect(readKeptCall()).toBeNull();
    await awaitToast();
    expect($toast.get()?.text).toMatch(/^Je gesprek is beëindigd: 3:20 minuten, €\s2,67\.$/);
    await pass(2500);
    expect($dialIn.get().state).toBe('ENDED');
    listeners.get('visibilitychange')?.();
    await pass(3100);
    expect($dialIn.get()).toMatchObject({ init: false, session: null, state: 'PENDING' });
  });

  it('ends by polling when the push was missed', async () => {
    state = 'ENDED';
    await pass(5000);
    expect($dialIn.get().state).toBe('ENDED');
  });

  it('P4.5 is forgotten after a login: a member pays with credits', () => {
    $session.set({ status: 'member' } as never);
    expect($dialIn.get().active).toBe(false);
    expect(readKeptCall()).toBeNull();
  });
});

describe('a reload', () => {
  it('continues the stored call', async () => {
    kept.set('dial-in', 's1');
    state = 'IN_CALL';
    await resumeCall();
    expect($dialIn.get()).toMatchObject({ active: true, session: 's1' });
  });

  it('makes no request without a stored call, and removes an ended one', async () => {
    await resumeCall();
    expect(requests).toEqual([]);
    kept.set('dial-in', 's1');
    state = 'ENDED';
    await readOwnCall();
    expect($dialIn.get().init).toBe(false);
    expect(readKeptCall()).toBeNull();
  });
});

it.each([
  ['badRequest.tooMany', 'dialIn.tooMany'],
  ['badRequest.notFound', 'dialIn.off'],
  ['UNAVAILABLE', 'ui.unavailable'],
])('shows why no code is issued: %s', async (refused, text) => {
  label = refused;
  await openDialIn();
  expect($dialInTrouble.get()).toBe(text);
  expect($dialIn.get().init).toBe(false);
});
