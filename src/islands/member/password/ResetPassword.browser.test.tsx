import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ofThisRun, render, stubApi } from '../../testing/render.ts';
import { ResetForm } from './ResetPassword.tsx';

const sites = [
  { lang: 'nl', fresh: 'Nieuw wachtwoord', repeat: 'Nieuw wachtwoord nog een keer' },
  { lang: 'en', fresh: 'New password', repeat: 'New password once more' },
] as const;

describe.each(ofThisRun(sites))('the form for a new password outside its dialog ($lang)', (site) => {
  it('P2.111 notifies its parent only when the password was changed', async () => {
    const api = stubApi();
    const changed = vi.fn();
    await render(<ResetForm token="t" onChange={changed} />, site.lang);
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { policy: 'standard' });
    await page.getByLabelText(site.fresh, { exact: true }).fill('Gracht-17');
    await page.getByLabelText(site.repeat, { exact: true }).fill('Gracht-17');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(400, { label: 'badRequest.incorrectPassword' });
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(changed).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(3);
    expect(api.requests[2]).toMatchObject({ body: { password: 't', newPassword: 'Gracht-17' } });
    api.answer(200, true);
    await expect.poll(() => changed.mock.calls.length).toBe(1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
