import { afterEach, expect, it } from 'vitest';
import { startStudioProfile } from './studio-profile.ts';

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
