import { beforeEach, expect, it, vi } from 'vitest';
import { ACTIVE_STREAM } from '../shell/kept.ts';
import { ACTIVE_MS } from './active-stream.ts';
import { emptyDraft } from './tips/tips.ts';

let stored: Map<string, string>;

/** Simulates a new page of this tab: sessionStorage stays, memory is cleared. */
async function load(performer: string, search = '') {
  vi.resetModules();
  vi.stubGlobal('location', { pathname: `/stream/${performer}`, search });
  const { followActiveStream } = await import('./active-stream.ts');
  followActiveStream(performer);
  const [room, tips, vip, session, key] = await Promise.all([
    import('./tabs.ts'),
    import('./tips/tips.ts'),
    import('./vip/vip.ts'),
    import('./store.ts'),
    import('../shell/kept.ts'),
  ]);
  return { ...room, ...tips, ...vip.pageVip, ...session, ...key };
}
type Loaded = Awaited<ReturnType<typeof load>>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) });
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

const write = ({ openTab, editTip }: Loaded) => {
  openTab('tips');
  editTip({ amount: '250', message: 'Voor jou!', isPublic: true });
};
const empty = emptyDraft;
const written = { ...empty, amount: '250', message: 'Voor jou!', isPublic: true };
const stateOf = ({ $tab, $draft, $wantsVip }: Loaded) => [$tab.get(), $draft.get(), $wantsVip.get()];

it('restores the tab, the tip and the requested show on the page of the same performer', async () => {
  const page = await load('Vera');
  write(page);
  page.openTab('vip');
  page.$wantsVip.set(true);
  expect(stateOf(await load('Vera'))).toEqual(['vip', written, true]);
  expect(stateOf(await load('Noor'))).toEqual(['chat', empty, false]);
  expect(stateOf(await load('Vera'))).toEqual(['chat', empty, false]);
});

it('leads from the wallet back to the tab that needed credits, also after paying on another page', async () => {
  const page = await load('Vera');
  write(page);
  page.openTab('wallet');
  const again = await load('Vera');
  expect(again.$tab.get()).toBe('wallet');
  again.leaveWallet();
  expect(again.$tab.get()).toBe('tips');
  again.openTab('wallet');
  expect(stateOf(await load('Vera', '?payment=p1'))).toEqual(['tips', written, false]);
});

it.each<[string, (page: Loaded) => unknown]>([
  [
    'the chat that is left',
    (page) => page.$departure.set({ reason: 'left', performer: 'Vera', receipt: Promise.resolve(null) }),
  ],
  ['the member', (page) => page.forgetStream()],
  ['an hour', () => vi.advanceTimersByTime(ACTIVE_MS + 1)],
])('is forgotten after %s', async (_, forget) => {
  const page = await load('Vera');
  write(page);
  forget(page);
  expect(stateOf(await load('Vera'))).toEqual(['chat', empty, false]);
});

it('stores nothing after the chat was left', async () => {
  const page = await load('Vera');
  page.forgetStream();
  write(page);
  expect(stored.has(ACTIVE_STREAM)).toBe(false);
});

it.each(['not json', '{}', 'null', '{"performer":"Vera","tab":"shop","before":"chat","at":1795392000000}'])(
  'ignores the invalid stored value %s',
  async (kept) => {
    stored.set(ACTIVE_STREAM, kept);
    expect(stateOf(await load('Vera'))).toEqual(['chat', empty, false]);
  },
);

it('ignores an invalid stored tip', async () => {
  await load('Vera');
  const kept = JSON.parse(stored.get(ACTIVE_STREAM) ?? '{}') as object;
  stored.set(ACTIVE_STREAM, JSON.stringify({ ...kept, tip: { amount: 5 }, vip: 'yes' }));
  expect(stateOf(await load('Vera'))).toEqual(['chat', empty, false]);
});

it('works without sessionStorage', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const page = await load('Vera');
  write(page);
  expect(page.$tab.get()).toBe('tips');
});
