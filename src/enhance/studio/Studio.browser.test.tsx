import { afterEach, expect, it, onTestFinished } from 'vitest';
import { $unread } from '#lib/shell/unread.ts';
import { startStudioProfile } from './profile.ts';
import { startStudioUnread } from './unread.ts';

afterEach(() => document.body.replaceChildren());

function open(state: '' | 'unsaved'): HTMLFormElement {
  document.body.innerHTML = `<form data-studio-profile="${state}"><input name="motto"></form>`;
  const form = document.querySelector('form');
  if (!form) throw new Error('No form');
  form.addEventListener('submit', (event) => event.preventDefault());
  startStudioProfile();
  return form;
}
const asks = (): boolean => {
  const leave = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leave);
  return leave.defaultPrevented;
};

it('asks before the page is left once something is typed, until it is sent', () => {
  const form = open('');
  expect(asks()).toBe(false);
  form.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(asks()).toBe(true);
  form.requestSubmit();
  expect(asks()).toBe(false);
});

it('asks for what was sent with another button and not saved', () => {
  const form = open('unsaved');
  expect(asks()).toBe(true);
  form.requestSubmit();
  expect(asks()).toBe(false);
});

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
