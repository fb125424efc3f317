import { afterEach, describe, expect, it, vi } from 'vitest';
import { flagCookie } from '../../site/start/names.ts';
import { LEAVING_MS, mayReload, RELOAD_GUARD_MS, reloadOnChunkFailure, reloadOnce } from './failures.ts';
import { $waiting, withLoader } from './feedback.ts';

const NOW = 1_000_000;

it.each([
  ['nothing was loaded anew yet', null, true],
  ['it was a moment ago', String(NOW - 1), false],
  ['it was just inside the guard', String(NOW - RELOAD_GUARD_MS + 1), false],
  ['it was a minute ago', String(NOW - RELOAD_GUARD_MS), true],
  ['the clock was set back', String(NOW + 5000), true],
  ['what is stored is no time', 'yes', true],
])('P8.20 when %s, a reload is allowed: %s', (_, last, expected) => {
  expect(mayReload(NOW, last)).toBe(expected);
});

describe('reload for a missing chunk', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** A page with an island that is not hydrated yet. */
  const page = (isPlaying: boolean) => ({
    querySelector: () => (isPlaying ? {} : null),
    querySelectorAll: () => [{ getAttribute: () => '/_astro/StreamPage.js' }],
  });
  const missing = new TypeError('Failed to fetch dynamically imported module: /_astro/Part.js');
  const failTwice = () => {
    reloadOnce(missing);
    reloadOnce(missing);
  };

  /** Returns how often the page reloaded with this network state and picture. */
  async function reloads(
    fetched: () => Promise<unknown>,
    isPlaying: boolean,
    fail: () => unknown = failTwice,
  ): Promise<number> {
    const reload = vi.fn();
    const fetch = vi.fn(fetched);
    const kept = new Map<string, string>();
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('fetch', fetch);
    vi.stubGlobal('document', page(isPlaying));
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    await fail();
    await Promise.allSettled(fetch.mock.results.map(({ value }) => value));
    await Promise.resolve();
    await Promise.resolve();
    return reload.mock.calls.length;
  }

  it('P8.20 reloads once if the server has it', async () => {
    expect(await reloads(async () => ({ ok: true }), false)).toBe(1);
  });

  it('P8.22 reloads once if an island failed before failures were handled', async () => {
    vi.stubGlobal('addEventListener', () => {});
    const fail = () => {
      reloadOnChunkFailure(() => Promise.reject(missing));
      return new Promise(setImmediate);
    };
    expect(await reloads(async () => ({ ok: true }), false, fail)).toBe(1);
  });

  it.each([
    ['the line leads nowhere', () => Promise.reject(new TypeError('Failed to fetch')), false],
    ['the server does not answer', async () => ({ ok: false }), false],
    ['a chat plays', async () => ({ ok: true }), true],
  ])('does not reload if %s', async (_, fetched, isPlaying) => {
    expect(await reloads(fetched, isPlaying)).toBe(0);
  });

  it('does not reload while the visitor opens another page, which aborts this page’s loads', async () => {
    const handlers = new Map<string, () => void>();
    vi.stubGlobal('addEventListener', (name: string, handler: () => void) => handlers.set(name, handler));
    vi.stubGlobal('document', page(false));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    reloadOnChunkFailure(async () => {});
    const leave = async () => {
      handlers.get('beforeunload')?.();
      return { ok: true };
    };
    // First while the server is asked, then before.
    expect(await reloads(leave, false)).toBe(0);
    expect(await reloads(async () => ({ ok: true }), false)).toBe(0);
    // It was a download: the page stayed open.
    vi.advanceTimersByTime(LEAVING_MS);
    expect(await reloads(async () => ({ ok: true }), false)).toBe(1);
  });
});

it('P8.26 the page waits until the last of several promises has settled', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const both = [withLoader(first.promise), withLoader(second.promise)];
  expect($waiting.get()).toBe(2);
  first.resolve('a');
  await both[0];
  expect($waiting.get()).toBe(1);
  second.resolve('b');
  expect(await Promise.all(both)).toEqual(['a', 'b']);
  expect($waiting.get()).toBe(0);
});

it('P8.26 the page stops waiting when a promise fails, and the error is passed on', async () => {
  await expect(withLoader(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect($waiting.get()).toBe(0);
});

it('P9.11 an interface flag lasts a year, covers the whole site, and is secure on a secure page', () => {
  expect(flagCookie('age', '1', false)).toBe('age=1; path=/; max-age=31536000; samesite=lax');
  expect(flagCookie('age', '1', true)).toMatch(/; secure$/);
});
