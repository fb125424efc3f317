import { expect, it, vi } from 'vitest';
import { cachedFragment, derive } from './render-cache.ts';

const render = (html: string) => async () => html;

it('renders a fragment once for the same props, then returns it synchronously', async () => {
  const props = { locale: 'nl', affiliate: { p: '12' } };
  expect(await cachedFragment('footer', props, render('<footer>12</footer>'))).toBe('<footer>12</footer>');
  const again = cachedFragment('footer', { ...props }, () => Promise.reject(new Error('made twice')));
  expect(again).toBe('<footer>12</footer>');
});

it('separates other props, and other fragments with the same props', async () => {
  await cachedFragment('menu', { locale: 'nl' }, render('nl'));
  expect(await cachedFragment('menu', { locale: 'en' }, render('en'))).toBe('en');
  expect(await cachedFragment('bar', { locale: 'nl' }, render('bar'))).toBe('bar');
});

it('does not cache a failure', async () => {
  const failed = cachedFragment('list-head', {}, () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await cachedFragment('list-head', {}, render('<h1>'))).toBe('<h1>');
});

it('drops the oldest when visitors fill it with their searches', async () => {
  await cachedFragment('search', { typed: 'first' }, render('x'));
  for (let index = 0; index < 45; index += 1)
    await cachedFragment('search', { typed: String(index) }, render('y'.repeat(100_000)));
  expect(await cachedFragment('search', { typed: 'first' }, render('made again'))).toBe('made again');
});

it('replaces characters that take two bytes in memory with references', async () => {
  const html = await cachedFragment('age', {}, render('<p title="‘18’">Één moment… 🎉</p>'));
  expect(html).toBe('<p title="&#8216;18&#8217;">Één moment&#8230; &#127881;</p>');
});

it('computes once for each response and key, and again for the next response', () => {
  const answer = { result: [1, 2] };
  const make = vi.fn(() => answer.result.join());
  expect(derive(answer, 'nl', make)).toBe('1,2');
  expect(derive(answer, 'nl', make)).toBe('1,2');
  expect(make).toHaveBeenCalledTimes(1);
  derive(answer, 'en', make);
  derive({ ...answer }, 'nl', make);
  expect(make).toHaveBeenCalledTimes(3);
});

it('caches null', () => {
  const answer = {};
  const make = vi.fn(() => undefined);
  expect(derive(answer, 'x', make)).toBeUndefined();
  expect(derive(answer, 'x', make)).toBeUndefined();
  expect(make).toHaveBeenCalledTimes(1);
});
