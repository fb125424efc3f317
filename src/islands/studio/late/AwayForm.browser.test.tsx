import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../../styles/global.css';
import '../../../styles/area-utilities.css';
import { expectAccessible, ofThisRun, render, stubApi } from '../../testing/render.ts';
import { AwayForm } from './AwayForm.tsx';

const sites = [
  {
    lang: 'nl',
    label: 'Wat kijkers lezen als je pauze hebt',
    picture: 'Foto 1',
    save: 'Opslaan',
    saved: 'Opgeslagen.',
  },
  {
    lang: 'en',
    label: 'What viewers read while you are on a break',
    picture: 'Picture 1',
    save: 'Save',
    saved: 'Saved.',
  },
] as const;

const pictures = [{ id: 9, picture: { url: '/images/a9-x.sig/{w}.webp', widths: [320], color: '#336699' } }];
const stored = { text: 'בחזרה בעשר', picture: null, pictures, version: 'v1' };

describe.each(ofThisRun(sites))('what viewers see in pause ($lang)', (site) => {
  const field = () => page.getByRole('textbox', { name: site.label });
  const save = () => page.getByRole('button', { name: site.save });

  it('is read, changed and saved with a picture', async () => {
    const api = stubApi();
    await render(<AwayForm />, site.lang);
    await expect.poll(() => api.requests.map(({ path }) => path)).toEqual(['/api/studio/away']);
    api.answer(200, stored);
    await expect.element(field()).toHaveValue(stored.text);
    expect(getComputedStyle(field().element()).direction).toBe('rtl');
    await field().fill('Back at ten');
    await page.getByRole('radio', { name: site.picture }).click();
    await save().click();
    const body = { text: 'Back at ten', picture: 9, version: 'v1' };
    await expect.poll(() => api.requests.at(-1)).toMatchObject({ method: 'PUT', body });
    api.answer(200, true);
    await expect.poll(() => api.requests.length).toBe(3);
    api.answer(200, { ...stored, text: 'Back at ten', picture: 9, version: 'v2' });
    await expect.element(page.getByText(site.saved)).toBeVisible();
    await expectAccessible();
  });

  it('shows what another page has saved, and keeps what was typed', async () => {
    const api = stubApi();
    await render(<AwayForm />, site.lang);
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, stored);
    await field().fill('Back at ten');
    await save().click();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(400, { label: 'badRequest.form.changed' });
    await expect.poll(() => api.requests.length).toBe(3);
    api.answer(200, { ...stored, text: 'Tot zo', version: 'v2' });
    await expect.element(page.getByText('Tot zo')).toBeVisible();
    await expect.element(field()).toHaveValue('Back at ten');
    await save().click();
    await expect
      .poll(() => api.requests.at(-1))
      .toMatchObject({ body: { text: 'Back at ten', version: 'v2' } });
  });
});
