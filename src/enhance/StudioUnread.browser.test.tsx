import { expect, it, onTestFinished } from 'vitest';
import { $unread } from '#lib/shell/unread.ts';
import { startStudioUnread } from './studio-unread.ts';

it('shows the number of unread messages in the navigation, and hides it at zero', () => {
  onTestFinished(() => document.body.replaceChildren());
  document.documentElement.lang = 'en';
  const words = {
    header: { unread_one: '{{count}} unread message', unread_other: '{{count}} unread messages' },
  };
  document.body.innerHTML =
    '<a href="/studio/messages">Messages <span data-studio-unread hidden><span></span><span></span></span></a>';
  const place = document.querySelector<HTMLElement>('[data-studio-unread]');
  place?.setAttribute('data-words', JSON.stringify(words));
  startStudioUnread();
  const shown = () => [place?.hidden, ...[...(place?.children ?? [])].map(({ textContent }) => textContent)];
  $unread.set(1);
  expect(shown()).toEqual([false, '1', '1 unread message']);
  $unread.set(120);
  expect(shown()).toEqual([false, '99+', '120 unread messages']);
  $unread.set(0);
  expect(place?.hidden).toBe(true);
});
