import { $player } from '@vonk/media/player';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { onlineStatus } from '#contract/performers/status.ts';
import { $chat } from '#lib/chat/store.ts';
import { loadMessages } from '#lib/shell/translate.ts';
import { watchingAs } from '../lib/testing/visitor.ts';
import { StreamPage } from './StreamPage.tsx';
import { render, stubApi } from './testing/render.ts';

vi.mock('./chat/cam-back/late/CamBack.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: /_astro/CamBack.js');
});

const stream = { user: 7, username: 'Vera', onlineStatus: onlineStatus.free, isMember: true };

beforeEach(async () => {
  stubApi();
  $chat.set({ status: 'idle' });
});
afterEach(() => {
  $chat.set({ status: 'idle' });
  return page.viewport(414, 896);
});

it('a starting chat scrolls to the picture if it fills the screen, also when it starts during loading', async () => {
  await page.viewport(1440, 900);
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const messages = await loadMessages('en');
  const place = {
    about: '30',
    profileHref: '/en/profile/Vera',
    locale: 'en',
    messages,
    hasVip: false,
    camBack: false,
  };
  await render(<StreamPage stream={stream} {...place} />, 'en');
  $chat.set({ status: 'joining', performer: 'Vera' });
  await expect.element(page.getByText(/Connecting/)).toBeVisible();
  expect(scrolled).not.toHaveBeenCalled();
  await page.viewport(390, 844);
  await expect.poll(() => scrolled.mock.calls).toEqual([[{ top: 0 }]]);
});

it('a part that fails to load leaves the picture, its price and Stop', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sessionStorage.setItem('chunk_reload', String(Date.now()));
  const messages = await loadMessages('en');
  const place = { about: '30', profileHref: '/en/profile/Vera', locale: 'en', messages, hasVip: false };
  await render(<StreamPage stream={stream} {...place} camBack />, 'en');
  $chat.set({ ...watchingAs('member'), type: 'chat' });
  $player.set({ state: { name: 'playing' }, needsUnmute: false });
  await expect.element(page.getByRole('group', { name: 'Picture and sound' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible();
});
