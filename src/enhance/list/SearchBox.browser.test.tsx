import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { stubApi } from '../../islands/testing/render.ts';
import { startSearch } from './search-box.ts';

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
