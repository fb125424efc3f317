import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $chat } from '#lib/chat/session/store.ts';
import { render, stubApi } from '../../testing/render.ts';
import { watchingAs } from '../../testing/watching.ts';
import { Stage } from './Stage.tsx';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('../vip/ShowOrWait.tsx', () => {
  loaded.count += 1;
  return {
    ShowOrWait: () => {
      throw new TypeError('Failed to fetch dynamically imported module: /_astro/Part.js');
    },
  };
});

it('loads what the card of a show needs while it is watched; the card stays when that part fails', async () => {
  stubApi();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // The page has been reloaded for it a moment ago: it is not again.
  sessionStorage.setItem('chunk_reload', String(Date.now()));
  $chat.set(watchingAs('member'));
  await render(<Stage offer="busy" name="Vera" profileHref="/profile/Vera" related={null} />, 'en');
  await expect.poll(() => loaded.count).toBe(1);
  $chat.set({ status: 'ended', performer: 'Vera', reason: 'ping-auth-expired' });
  await expect
    .element(page.getByRole('heading', { name: 'The connection was away for too long' }))
    .toBeVisible();
});
