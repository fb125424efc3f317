import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stubApi } from '../../islands/testing/render.ts';
import { createPreview } from './preview.ts';

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
