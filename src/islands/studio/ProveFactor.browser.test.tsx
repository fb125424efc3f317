import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles/global.css';
import '../../styles/area-utilities.css';
import { InDialog } from '../testing/InDialog.tsx';
import { expectAccessible, render } from '../testing/render.ts';
import { ProveFactor } from './ProveFactor.tsx';

it('asks for a code and names a wrong one', async () => {
  const factor = {
    app: '2026-11-20T12:00:00Z',
    passkeys: 1,
    recoveryCodes: 10,
    isRequired: false,
    provedUntil: null,
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    String(input).includes('/proof')
      ? Response.json({ label: 'badRequest.code.invalid' }, { status: 400 })
      : Response.json(factor),
  );
  await render(
    <InDialog>
      <ProveFactor />
    </InDialog>,
  );
  const field = page.getByRole('textbox');
  await field.fill('123456');
  await page.getByRole('button').first().click();
  await expect.element(field).toBeInvalid();
  await expect.element(page.getByRole('button').nth(1)).toBeVisible();
  await expectAccessible();
});
