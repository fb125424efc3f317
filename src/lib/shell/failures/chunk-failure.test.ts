import { afterEach, describe, expect, it, vi } from 'vitest';
import { mayReload, RELOAD_GUARD_MS, reloadOnce } from './chunk-failure.ts';

const NOW = 1_000_000;

it.each([
  ['nothing was loaded anew yet', null, true],
  ['it was a moment ago', String(NOW - 1), false],
  ['it was just inside the guard', String(NOW - RELOAD_GUARD_MS + 1), false],
  ['it was a minute ago', String(NOW - RELOAD_GUARD_MS), true],
  ['the clock was set back', String(NOW + 5000), true],
  ['what is stored is no time', 'yes', true],
])('when %s, loading anew is allowed: %s', (_, last, expected) => {
  expect(mayReload(NOW, last)).toBe(expected);
});

describe('the page is loaded anew for a missing part', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** How often it was, with a line and a picture like this. */
  async function reloads(fetched: () => Promise<unknown>, isPlaying: boolean): Promise<number> {
    const reload = vi.fn();
    const fetch = vi.fn(fetched);
    const kept = new Map<string, string>();
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('fetch', fetch);
    vi.stubGlobal('document', { querySelector: () => (isPlaying ? {} : null) });
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    const missing = new TypeError('Failed to fetch dynamically imported module: /_astro/Part.js');
    reloadOnce(missing);
    reloadOnce(missing);
    await Promise.allSettled(fetch.mock.results.map(({ value }) => value));
    await Promise.resolve();
    await Promise.resolve();
    return reload.mock.calls.length;
  }

  it('once, where the server has it', async () => {
    expect(await reloads(async () => ({ ok: true }), false)).toBe(1);
  });

  it.each([
    ['the line leads nowhere', () => Promise.reject(new TypeError('Failed to fetch')), false],
    ['the server does not answer', async () => ({ ok: false }), false],
    ['a chat plays', async () => ({ ok: true }), true],
  ])('not where %s', async (_, fetched, isPlaying) => {
    expect(await reloads(fetched, isPlaying)).toBe(0);
  });
});
