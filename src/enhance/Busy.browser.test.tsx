import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { closeDrawer, dropLate, endLate, openDrawer } from '#lib/shell/start/dialogs.ts';
import { startLoader } from './loader.ts';

startLoader();
const root = document.documentElement;
const credits = () => page.getByRole('button', { name: 'credits' });

afterEach(() => {
  closeDrawer();
  document.body.replaceChildren();
});

function pressCredits(isTold = false): void {
  document.body.innerHTML = '<button type="button"><span>credits</span></button>';
  document.querySelector('button')?.addEventListener('click', () => openDrawer('wallet', isTold));
  document.querySelector('span')?.click();
}

it('marks the pressed control until what it opens is shown', async () => {
  pressCredits();
  await expect.element(credits()).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => root.hasAttribute('data-waiting')).toBe(true);
  endLate(closeDrawer);
  await expect.element(credits()).not.toHaveAttribute('aria-busy');
  expect(root.hasAttribute('data-waiting')).toBe(false);
});

it('stops when the visitor moves on', async () => {
  pressCredits();
  dropLate();
  await expect.element(credits()).not.toHaveAttribute('aria-busy');
});

it('marks nothing for a drawer that no press opens', async () => {
  pressCredits(true);
  await expect.element(credits()).not.toHaveAttribute('aria-busy');
});
