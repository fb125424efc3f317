import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $chat } from '#lib/chat/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { render, stubApi } from '../../testing/render.ts';
import { Stage } from './Stage.tsx';

const loaded = vi.hoisted(() => ({ count: 0, sentOut: 0 }));
vi.mock('./late/SentOut.tsx', () => {
  loaded.sentOut += 1;
  return { SentOut: () => null, WatchForSentOut: () => null };
});
vi.mock('../vip/late/ShowOrWait.tsx', () => {
  loaded.count += 1;
  return {
    ShowOrWait: () => {
      throw new TypeError('Failed to fetch dynamically imported module: /_astro/Part.js');
    },
  };
});

it('preloads the end card’s parts while the chat is watched; the card stays if such a part fails', async () => {
  stubApi();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // The page has just been reloaded because of this part, so it does not reload again.
  sessionStorage.setItem('chunk_reload', String(Date.now()));
  $chat.set(watchingAs('member'));
  await render(<Stage offer="busy" name="Vera" profileHref="/profile/Vera" related={null} />, 'en');
  await expect.poll(() => loaded).toEqual({ count: 1, sentOut: 1 });
  $chat.set({ status: 'ended', performer: 'Vera', reason: 'ping-auth-expired' });
  await expect
    .element(page.getByRole('heading', { name: 'The connection was away for too long' }))
    .toBeVisible();
});
