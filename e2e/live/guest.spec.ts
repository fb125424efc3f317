import { expectAccessible } from '../support/accessible.ts';
import { expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

test('free chat plays by itself, but not behind the age question', async ({ page, context }) => {
  const [performer = ''] = await performersIn(context, 'free');
  await page.goto(`/stream/${performer}`);

  // Nothing plays behind the age question.
  const agree = page.getByRole('button', { name: 'Ik ben 18 of ouder' });
  await expect(agree).toBeVisible();
  await expect(page.getByTestId('watched')).toBeHidden();
  await agree.click();

  await expectPictures(page);
  await expect(page.getByRole('button', { name: 'Geluid aan' })).toBeVisible();
  await expect(page.getByText('Gratis chat')).toBeVisible();
  await expect(page.getByRole('button', { name: `Meld je aan om ${performer} te schrijven` })).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'stream-guest');
});
