import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $waiting } from '#lib/shell/start/feedback.ts';
import { startList } from './list-page.ts';

const START = location.href;
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', START);
});

const listOf = (name: string) =>
  `<section data-list><h2>${name}</h2><a href="?list=young" data-swap>Younger</a><ul data-cards></ul></section>`;

it('keeps the list of the URL if Back and Forward follow each other before another has loaded', async () => {
  const answers: ((name: string) => void)[] = [];
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push((name) => resolve(new Response(`<html><body>${listOf(name)}</body></html>`)));
    return promise;
  });
  document.body.innerHTML = listOf('All');
  startList(document.querySelector<HTMLElement>('[data-list]') as HTMLElement, { loggedIn: false });

  await page.getByRole('link', { name: 'Younger' }).click();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.('Young');
  await expect.element(page.getByRole('heading', { name: 'Young' })).toBeVisible();

  history.back();
  await expect.poll(() => answers.length).toBe(2);
  history.forward();
  await expect.poll(() => location.search).toContain('list=young');
  answers[1]?.('All');
  await expect.poll(() => $waiting.get()).toBe(0);
  await expect.element(page.getByRole('heading')).toHaveTextContent('Young');
  history.back();
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.('All');
  await expect.element(page.getByRole('heading')).toHaveTextContent('All');
});
