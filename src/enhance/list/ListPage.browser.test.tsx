import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $waiting } from '#lib/shell/start/feedback.ts';
import { stubApi } from '../../islands/testing/render.ts';
import { find, findAll, readHook } from '../../lib/shell/start/hooks.ts';
import { startList } from './list-page.ts';
import { startLive } from './live-cards.ts';
import { loadsMore } from './load-more.ts';
import { createPreview } from './preview.ts';
import { startSearch } from './search-box.ts';

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

it.each([
  ['nl', '#\u00a0credits/min', '1.200\u00a0credits/min'],
  ['en', '# credits/min', '1,200 credits/min'],
])('a card follows the price of its performer in %s', (lang, text, expected) => {
  const sockets: { onmessage: (event: { data: string }) => void }[] = [];
  vi.stubGlobal(
    'WebSocket',
    class {
      onmessage = () => {};
      constructor() {
        sockets.push(this);
      }
      send() {}
      close() {}
    },
  );
  document.documentElement.lang = lang;
  const words = JSON.stringify({ price: text });
  const card = (user: number) => `<li data-user="${user}"><span class="mark" data-price="">60</span></li>`;
  document.body.innerHTML = `<section data-list data-words='${words}'><ul data-cards>${card(4)}${card(5)}</ul></section>`;
  startLive(false);
  const prices = { chat: 1200, vip: 2400, unitSeconds: 10 };
  const push = JSON.stringify(['performer-prices', { user: 4, username: 'Noor', prices }]);
  sockets[0]?.onmessage({ data: `42${push}` });
  expect(findAll(document, 'price').map(({ textContent }) => textContent)).toEqual([expected, '60']);
});

/** A picture of one pixel for each step, as a URL without `{w}`. */
const pixel = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3" fill="${color}"/></svg>`)}`;
const [first, second] = [pixel('red'), pixel('blue')];

let api: ReturnType<typeof stubApi>;
beforeEach(async () => {
  api = stubApi();
  await userEvent.unhover(document.body);
});
afterEach(() => document.body.replaceChildren());

/** Draws a card, and shows its preview while the pointer is on it. */
async function rest(status: string): Promise<HTMLElement> {
  document.body.innerHTML = `<p style="margin-top:300px">elsewhere</p><ul data-cards="live"><li data-user="7" style="width:100px"><picture><img src="${first}" alt="" width="100" height="75"></picture><span class="badge" data-status="${status}">Live</span><a href="/stream/Noor">Noor</a></li></ul>`;
  const card = document.querySelector('li') as HTMLElement;
  const preview = createPreview();
  card.addEventListener('pointerover', () => preview.show(card));
  await userEvent.hover(page.getByText('Noor'));
  return card;
}
const shownIn = (card: Element) =>
  [...card.querySelectorAll('img.fill')].map((image) => image.getAttribute('src'));

it('shows the pictures of a stream one after another until the pointer leaves', async () => {
  const card = await rest('infree');
  await expect
    .poll(() => api.requests.map(({ path }) => path))
    .toEqual([expect.stringMatching(/\/performers\/7\/snapshots$/)]);
  api.answer(200, { result: [first, second].map((url) => ({ url, widths: [320], color: '#000000' })) });
  await expect.poll(() => shownIn(card)).toEqual([first]);
  await expect.poll(() => shownIn(card)).toEqual([second]);
  await expect.poll(() => shownIn(card)).toEqual([first]);
  await userEvent.hover(page.getByText('elsewhere'));
  await expect.poll(() => shownIn(card)).toEqual([]);
});

it('takes its time for pictures that cannot be loaded, too', async () => {
  const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('gone'));
  await rest('infree');
  await expect.poll(() => api.requests.length).toBe(1);
  api.answer(200, { result: [first, second].map((url) => ({ url, widths: [320], color: '#000000' })) });
  await expect.poll(() => decode.mock.calls.length).toBe(1);
  await expect.poll(() => decode.mock.calls.length).toBe(2);
  await userEvent.hover(page.getByText('elsewhere'));
});

it('asks for nothing about a performer who is offline, or in a show for one', async () => {
  for (const status of ['offline', 'invip', 'paused']) {
    await rest(status);
    await userEvent.hover(page.getByText('elsewhere'));
  }
  expect(api.requests).toEqual([]);
});

it('P8.12 P8.16 shows nothing if the search fails, and the next names afterwards', async () => {
  const api = stubApi();
  document.documentElement.lang = 'en';
  document.body.innerHTML = `
    <form role="search" data-search="everyone">
      <input type="search" name="username" aria-label="Find a performer">
      <div data-search-found hidden>
        <div id="search-list" role="listbox" aria-label="Found" hidden></div>
        <p role="status" data-none="Nobody found"></p>
      </div>
    </form>`;
  startSearch(document.querySelector('form') as HTMLFormElement);
  const box = page.getByRole('combobox');
  await box.fill('fem');
  await expect.poll(() => api.requests).toMatchObject([{ path: '/api/engine/user/autocomplete' }]);
  api.answer(500, { label: 'UNDEFINED_ERROR' });
  await box.fill('femk');
  await expect.poll(() => api.requests.length).toBe(2);
  expect(document.querySelector('[role=status]')?.textContent).toBe('');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  api.answer(200, { result: [{ id: 7, username: 'Femke' }] });
  await expect.element(page.getByRole('option', { name: 'Femke' })).toBeVisible();
  document.body.replaceChildren();
});
