import { expectAccessible } from '../support/accessible.ts';
import { studioOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('vip');

test('a show is asked for, is for one, and ends; the other viewer waits', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const performer = (await performersIn(context, 'free')).at(-1) ?? '';

  // A guest watches in a browser of their own.
  const guest = await newPerson();
  await enter(guest, baseURL);
  const guestPage = await guest.newPage();
  await guestPage.goto(`/stream/${performer}`);
  await expectPictures(guestPage);

  await enter(context, baseURL, accounts.rich);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'VIP' }).click();
  await page.getByRole('button', { name: 'Vraag een VIP-show aan' }).click();
  const question = page.getByRole('alertdialog', { name: /240 credits per minuut/ });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Ja, vraag aan' }).click();
  await expect(page.getByText(/^Nog \d+ seconden om te antwoorden/)).toBeVisible();

  // Accepted by the performer of the cast: the picture goes on, now for 240 credits.
  await expect(page.getByText(`Je bent alleen met ${performer}.`)).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('.stream-meter')).toContainText('240');
  await expectPictures(page);
  await expectAccessible(page);
  await screenshot(page, 'vip-running');
  await expect.poll(() => creditsOf(context)).toBe(5000 - 240);

  // The guest's picture is gone, and waiting is free.
  const stage = guestPage.getByRole('region', { name: performer });
  await expect(stage.getByRole('heading', { name: `${performer} is in een VIP-chat` })).toBeVisible();
  await stage.getByRole('button', { name: `Wacht op ${performer}` }).click();
  await expect(stage.getByText('Er wacht niemand anders.')).toBeVisible();
  await expectAccessible(guestPage);
  await screenshot(guestPage, 'vip-waiting');

  await page.getByRole('tab', { name: /^Chat/ }).click();
  await expect(page.getByRole('log')).toContainText(`${performer} heeft je aanvraag geaccepteerd`);
  await page.getByRole('tab', { name: 'VIP' }).click();
  await page.getByRole('button', { name: 'Beëindig de show…' }).click();
  const end = page.getByRole('dialog', { name: 'De show beëindigen?' });
  await expectAccessible(page);
  await end.getByRole('button', { name: 'Beëindig de show' }).click();
  await expect(page.getByRole('heading', { name: 'Je show is voorbij' })).toBeVisible();
  expect(await creditsOf(context)).toBe(5000 - 240);

  // On a break first; then back for everybody, and free chat goes on by itself.
  await expect(stage.getByRole('heading', { name: /pauze/ })).toBeVisible();
  await (await studioOf({ performer, origin: baseURL ?? '' }))(3);
  await expectPictures(guestPage);
});

test('below 480 credits the wallet opens instead', { tag: '@embedded' }, async ({
  page,
  context,
  baseURL,
}) => {
  const [performer = ''] = await performersIn(context, 'free');
  await enter(context, baseURL, accounts.poor);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'VIP' }).click();
  await page.getByRole('button', { name: 'Vraag een VIP-show aan' }).click();
  await expect(page.getByRole('tab', { name: 'Credits' })).toHaveAttribute('aria-selected', 'true');
  // A press on the page is none on the tabs of a list.
  await page.getByRole('heading', { name: 'Kies een pakket' }).click();
  await expect(page.getByRole('tab', { name: 'Credits' })).toHaveAttribute('aria-selected', 'true');
});
