import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles/global.css';
import '../../styles/area-utilities.css';
import { expectAccessible, ofThisRun, render, stubApi } from '../testing/render.ts';
import { MemberNote } from './MemberNote.tsx';

const sites = [
  {
    lang: 'nl',
    title: 'Notitie',
    label: 'Je notitie over דנה',
    save: 'Notitie opslaan',
    saved: 'Opgeslagen.',
    long: 'Een notitie heeft hoogstens 280 tekens.',
    failed: 'Dat lukte niet. Probeer het opnieuw.',
    changed: /Een andere pagina heeft intussen/,
  },
  {
    lang: 'en',
    title: 'Note',
    label: 'Your note about דנה',
    save: 'Save note',
    saved: 'Saved.',
    long: 'A note has 280 characters at most.',
    failed: 'That did not work. Try again.',
    changed: /Another page has saved/,
  },
] as const;

describe.each(ofThisRun(sites))('a note about a member ($lang)', (site) => {
  const field = () => page.getByRole('textbox', { name: site.label });
  const save = () => page.getByRole('button', { name: site.save });

  it('is read, changed and saved, in the direction of its text', async () => {
    const api = stubApi();
    await render(<MemberNote memberId={7} name="דנה" />, site.lang);
    await expect.poll(() => api.requests.map(({ path }) => path)).toEqual(['/api/studio/notes/7']);
    api.answer(200, { text: 'אוהב ג׳אז', savedAt: '2026-11-26T15:00:00.000Z' });
    await expect.element(page.getByText('אוהב ג׳אז').first()).toBeVisible();
    await page.getByText(site.title, { exact: true }).click();
    await expect.element(field()).toHaveValue('אוהב ג׳אז');
    expect(getComputedStyle(field().element()).direction).toBe('rtl');
    await field().fill('likes jazz');
    expect(getComputedStyle(field().element()).direction).toBe('ltr');
    await save().click();
    await expect
      .poll(() => api.requests.at(-1))
      .toMatchObject({ method: 'PUT', body: { text: 'likes jazz' } });
    api.answer(200, true);
    await expect.element(page.getByText(site.saved)).toBeVisible();
    await expectAccessible();
  });

  it('shows what another page has saved, and keeps what was typed until it replaces it', async () => {
    const api = stubApi();
    await render(<MemberNote memberId={7} name="דנה" known="jazz" />, site.lang);
    await page.getByText(site.title, { exact: true }).click();
    await field().fill('likes soul');
    await save().click();
    await expect.poll(() => api.requests.at(-1)).toMatchObject({ body: { seen: 'jazz' } });
    api.answer(400, { label: 'badRequest.form.changed' });
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, { text: 'blues', savedAt: '2026-11-26T15:00:00.000Z' });
    await expect.element(page.getByText('blues')).toBeVisible();
    await expect.element(page.getByText(site.changed)).toBeVisible();
    await expect.element(field()).toHaveValue('likes soul');
    await save().click();
    const body = { text: 'likes soul', seen: 'blues' };
    await expect.poll(() => api.requests.at(-1)).toMatchObject({ method: 'PUT', body });
  });

  it('keeps what was typed if it is too long, or if saving fails', async () => {
    const api = stubApi();
    await render(<MemberNote memberId={7} name="דנה" known="" />, site.lang);
    await page.getByText(site.title, { exact: true }).click();
    await field().fill('a'.repeat(281));
    await save().click();
    await expect.element(page.getByText(site.long)).toBeVisible();
    expect(api.requests).toEqual([]);
    await field().fill('likes blues');
    await save().click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.lose();
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await expect.element(field()).toHaveValue('likes blues');
  });
});
