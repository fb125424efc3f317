import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $unread, openRoom } from '#lib/chat/room/messages.ts';
import { openTab } from '#lib/chat/room/tabs.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { render, stubApi } from '../../testing/render.ts';
import { watchingAs } from '../../testing/watching.ts';
import { ChatPanel } from './ChatPanel.tsx';

beforeEach(() => {
  stubApi();
  openRoom([]);
  $chat.set(watchingAs('member'));
});

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [5000, '99+'],
])('of %i unread messages the tab tells %s', async (count, told) => {
  await render(<ChatPanel name="Vera" locale="en" />, 'en');
  openTab('tips');
  $unread.set(count);
  await expect
    .element(page.getByRole('tab', { name: /^Chat/ }))
    .toHaveTextContent(`Chat${told} ${count} unread`);
});
