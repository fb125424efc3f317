import { expectAccessible } from '../support/accessible.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('P2.19 paid chat shows a guest the price and how to get an account', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('live');
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  await expect(page.getByText(`Met ${performer} chatten kost 60 credits per minuut.`)).toBeVisible();
  const stage = page.getByRole('region', { name: performer });
  await expectAccessible(page);
  await stage.getByRole('button', { name: 'Gratis aanmelden' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the page of an absent performer leads to others', async ({ page, context, goLive, baseURL }) => {
  await goLive('free', 'Femke');
  const performer = 'Yara';
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  const stage = page.getByRole('region', { name: performer });
  await expect(stage.getByRole('heading', { name: `${performer} is nu niet live` })).toBeVisible();
  await expect(stage.getByRole('link', { name: 'Bekijk profiel' })).toHaveAttribute('href', /\/profile\//);
  await expect(stage.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'stream-offline');
});
