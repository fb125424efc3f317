import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/live/journey.ts';
import { studioOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { creditsOf, enter, expectPictures, lastReceiptOf, performersIn } from '../support/people.ts';

test('P2.101 L2.2 L2.4 L4.34 L4.51 L6.2 L7.5 L7.11 L7.12 L9.1 a requested VIP show is exclusive, survives a reload and ends; the other viewer waits and returns', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const performer = (await performersIn(context, 'free')).at(-1) ?? '';
  const other = await newPerson();
  await enter(other, baseURL, accountsOf('vip').poor);
  const otherPage = await other.newPage();
  await otherPage.goto(`/stream/${performer}`);
  await expectPictures(otherPage);

  await enter(context, baseURL, accountsOf('vip').rich);
  const before = await creditsOf(context);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'VIP' }).click();
  await page.getByRole('button', { name: 'Vraag een VIP-show aan' }).click();
  const question = page.getByRole('alertdialog', { name: /240 credits per minuut/ });
  await question.getByRole('button', { name: 'Ja, vraag aan' }).click();
  await expect(page.getByText(/^Nog \d+ seconden om te antwoorden/)).toBeVisible();

  // The cast accepts, and the picture continues, now for 240 credits a minute.
  const alone = page.getByText(`Je bent in een VIP-show met ${performer}, zonder andere kijkers.`);
  await expect(alone).toBeVisible();
  await expect(page.locator('.stream-meter')).toContainText('240');
  await expectPictures(page);
  await expectAccessible(page);
  await screenshot(page, 'vip-running');
  await expect.poll(() => creditsOf(context)).toBe(before - prices.vipMinute);

  // The other viewer's picture is gone, and waiting is free.
  const stage = otherPage.getByRole('region', { name: performer });
  await expect(stage.getByRole('heading', { name: `${performer} is in een VIP-chat` })).toBeVisible();
  expect(await otherPage.locator('video').evaluate((video: HTMLVideoElement) => video.srcObject)).toBeNull();
  await stage.getByRole('button', { name: `Wacht op ${performer}` }).click();
  await expect(stage.getByText('Er wacht niemand anders.')).toBeVisible();
  await screenshot(otherPage, 'vip-waiting');

  await page.reload();
  await expect(page.getByRole('heading', { name: `Je show met ${performer} loopt nog` })).toBeVisible();
  await page.getByRole('button', { name: /^Verder met de show, 00:[0-5]\d al betaald$/ }).click();
  await expectPictures(page);
  await page.getByRole('tab', { name: 'VIP' }).click();
  await expect(alone).toBeVisible();

  await page.getByRole('button', { name: 'Beëindig de show…' }).click();
  const end = page.getByRole('dialog', { name: 'De show beëindigen?' });
  await end.getByRole('button', { name: 'Beëindig de show' }).click();
  await expect(page.getByRole('heading', { name: 'Je show is voorbij' })).toBeVisible();
  await expect.poll(async () => (await lastReceiptOf(context))?.reason).toBe('vip-ended');
  const spent = before - (await creditsOf(context));
  expect([prices.vipMinute, 2 * prices.vipMinute]).toContain(spent);

  // After a break, free chat continues for the other viewer.
  await expect(stage.getByRole('heading', { name: /pauze/ })).toBeVisible();
  await (await studioOf({ performer, origin: baseURL ?? '' }))(onlineStatus.free);
  await expectPictures(otherPage);
});
