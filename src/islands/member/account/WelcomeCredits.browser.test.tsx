import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { InDialog } from '../../testing/InDialog.tsx';
import { render, stubApi } from '../../testing/render.ts';
import { RegistrationConfirmation } from './RegistrationConfirmation.tsx';

vi.mock('../../../content/brand/index.ts', async (original) => {
  const { brand } = await original<{ brand: object }>();
  return { brand: { ...brand, welcomeCredits: 75 } };
});

it.each([
  ['nl', /75 credits/],
  ['en', /75 (free )?credits/],
] as const)('P1.14 shows the brand’s welcome credits (%s)', async (lang, text) => {
  stubApi();
  await render(
    <InDialog>
      <RegistrationConfirmation
        modal={{ type: 'RegistrationConfirmation', email: 'a@example.com' }}
        close={vi.fn()}
      />
    </InDialog>,
    lang,
  );
  await expect.element(page.getByText(text)).toBeVisible();
});
