import { afterEach, expect, it, vi } from 'vitest';
import { find, findAll, readHook } from '../../lib/shell/start/hooks.ts';
import { loadsMore } from './load-more.ts';

const part = (name: string, users: readonly number[]) =>
  `<section><h2>${name}</h2><ul data-cards="${name}">${users.map((user) => `<li data-user="${user}"><a href="/profile/${user}">${user}</a></li>`).join('')}</ul></section>`;
const more = '<div data-more><a data-more-link href="/?page=2">more</a></div>';

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  history.replaceState(null, '');
});

/** Loads a second page below the first, and returns the users of each part. */
async function load(first: string, second: string): Promise<[string | undefined, number[]][]> {
  document.body.innerHTML = `<main data-list>${first}${more}</main>`;
  vi.stubGlobal('fetch', async () => new Response(`<main>${second}</main>`));
  const list = find(document, 'list') as HTMLElement;
  // Of a browser that saves data: the link loads, not the scroll position.
  vi.stubGlobal('IntersectionObserver', undefined);
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  loadsMore(list).arm();
  find(list, 'more-link')?.click();
  await expect.poll(() => find(list, 'more-link')).toBeNull();
  return findAll(list, 'cards').map((cards) => [
    readHook(cards, 'cards'),
    [...cards.children].map((card) => Number(readHook(card, 'user'))),
  ]);
}

it('appends cards to the same part, and skips those that are shown', async () => {
  expect(await load(part('live', [1]) + part('rest', [2, 3]), part('rest', [3, 4]))).toEqual([
    ['live', [1]],
    ['rest', [2, 3, 4]],
  ]);
});

it('adds a part that the list did not have, with its title', async () => {
  expect(await load(part('live', [1, 2]), part('live', [3]) + part('rest', [4]))).toEqual([
    ['live', [1, 2, 3]],
    ['rest', [4]],
  ]);
  expect([...document.querySelectorAll('h2')].map((title) => title.textContent)).toEqual(['live', 'rest']);
});
