import { beforeEach, expect, it, vi } from 'vitest';
import { watchGuestTime } from '#lib/chat/free-time.ts';
import { $meter, seeFirstPicture, startMeter } from '#lib/chat/meter.ts';
import { $chat } from '#lib/chat/store.ts';
import { onIdle } from '#lib/shell/start/browser.ts';
import { watchingAs } from '../lib/testing/visitor.ts';
import { render, stubApi } from './testing/render.ts';
import { useDialogsAhead } from './use-dialogs-ahead.ts';

const loaded = vi.hoisted(() => new Set<string>());
vi.mock('./hosts/modals.ts', () => {
  const types = [
    'NoCredits',
    'SpendingStopped',
    'UsernamePrompt',
    'NoCreditsForVip',
    'EndVip',
    'CamBack',
    'Register',
  ];
  return { modals: Object.fromEntries(types.map((type) => [type, async () => loaded.add(type)])) };
});
vi.mock('./hosts/drawers.ts', () => ({ drawers: { wallet: { load: async () => loaded.add('wallet') } } }));

const loadNothing = async () => {};

function Watched({ mayShow = false }: { mayShow?: boolean }) {
  useDialogsAhead(mayShow, loadNothing);
  return null;
}

beforeEach(() => {
  stubApi();
  $chat.set({ status: 'idle' });
  loaded.clear();
});

/** Waits for all that a test starts: what loads after its end would be counted in the next one. */
const expectLoaded = (...names: string[]) => expect.poll(() => [...loaded].sort()).toEqual(names.sort());
const paidMinute = ['NoCredits', 'SpendingStopped', 'UsernamePrompt', 'wallet'];

it('preloads the dialogs of a paid minute, and of the show it becomes', async () => {
  await render(<Watched />, 'en');
  $chat.set({ ...watchingAs('member'), type: 'chat' });
  await expectLoaded(...paidMinute);
  loaded.clear();
  $chat.set({ ...watchingAs('member'), type: 'vip' });
  await expectLoaded(...paidMinute, 'EndVip', 'NoCreditsForVip');
});

it('preloads the camera dialog for viewers who may show a camera', async () => {
  await render(<Watched mayShow />, 'en');
  $chat.set({ ...watchingAs('member'), type: 'chat' });
  await expectLoaded(...paidMinute, 'CamBack');
});

it('preloads the sign-up for a guest only shortly before the free time ends', async () => {
  const stop = watchGuestTime(60, () => {});
  $chat.set(watchingAs('guest'));
  startMeter({ price: 0, spent: 0, paidMs: 0, leftMs: null });
  seeFirstPicture(Date.now() - 20_000);
  await render(<Watched />, 'en');
  // Later than the page's own deferred work, on a slow machine too.
  await new Promise<void>(onIdle);
  expect([...loaded]).toEqual([]);
  $meter.set({ ...$meter.get(), from: Date.now() - 31_000 });
  await expectLoaded('Register');
  stop();
});
