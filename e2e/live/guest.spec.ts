import { expectAccessible } from '../support/accessible.ts';
import { enter, expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

test('paid chat shows a guest the price and the way to an account', { tag: '@embedded' }, async ({
  page,
  context,
  baseURL,
}) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  await expect(page.getByText(`Met ${performer} chatten kost 60 credits per minuut.`)).toBeVisible();
  const stage = page.getByRole('region', { name: performer });
  await expectAccessible(page);
  await stage.getByRole('button', { name: 'Gratis aanmelden' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a performer who is away has a page with ways on', { tag: '@embedded' }, async ({
  page,
  context,
  baseURL,
}) => {
  await performersIn(context, 'free');
  const [performer = ''] = await performersIn(context, 'offline');
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  const stage = page.getByRole('region', { name: performer });
  await expect(stage.getByRole('heading', { name: `${performer} is nu niet live` })).toBeVisible();
  await expect(stage.getByRole('link', { name: 'Bekijk profiel' })).toHaveAttribute('href', /\/profile\//);
  await expect(stage.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'stream-offline');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the chat lies over the picture and can be put away', async ({ page, context, baseURL }) => {
    const performers = await performersIn(context, 'free');
    await enter(context, baseURL);
    await page.goto(`/en/stream/${performers.at(-1)}`);
    await expectPictures(page);
    const panel = page.getByRole('tablist');
    await expect(panel).toBeVisible();
    await screenshot(page, 'stream-guest');
    await page.getByRole('button', { name: 'Hide the chat' }).click();
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: 'Show chat' }).click();
    await expect(panel).toBeVisible();
    // One tap on the picture does the same, and price and Stop stay.
    await page.touchscreen.tap(60, 200);
    await expect(panel).toBeHidden();
    await expect(page.getByTestId('watched')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await page.touchscreen.tap(60, 200);
    await expect(panel).toBeVisible();
    // Below the picture there is a footer, but not below a form.
    const footer = page.getByRole('contentinfo');
    await expect(footer).toBeVisible();
    await page.getByRole('tab', { name: 'Tip' }).click();
    await expect(footer).toBeHidden();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await expect(footer).toBeVisible();
    await expectAccessible(page);
  });
});
