import { prices } from '#contract/wallet/prices.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test, watchPaid } from '../support/live/journey.ts';
import { voiceOf } from '../support/live/studio.ts';
import { accountsOf, TWO_VIP_MINUTES } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { creditsOf, enter, expectPictures, lastReceiptOf, performersIn } from '../support/people.ts';

test('P2.19 L2.2 L4.19 L4.23 L4.27 L4.28 L4.36 L6.2 L9.1 a member sees the price, pays from the first picture on, talks and gets a receipt', {
  tag: '@main',
}, async ({ page, context, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'live');
  const say = await voiceOf({ performer, origin: baseURL ?? '' });
  await enter(context, baseURL, accountsOf('watch').rich);
  const before = await creditsOf(context);
  await page.goto(`/en/stream/${performer}`);
  const start = page.getByRole('button', { name: 'Start for 60 credits a minute' });
  await expect(start).toBeVisible();
  expect(await creditsOf(context)).toBe(before);
  await start.click();
  await expectPictures(page);
  await expect(page.getByTestId('spent')).toContainText('60 spent');
  const left = before - prices.chatMinute;
  await expect(page.getByTestId('balance')).toContainText(left.toLocaleString('en'));
  expect(await creditsOf(context)).toBe(left);

  const log = page.getByRole('log');
  await page.getByRole('textbox', { name: 'Write a message' }).fill('Hi! How are you?');
  await page.keyboard.press('Enter');
  await expect(log.locator('[data-kind=member]').last()).toContainText('Hi! How are you?');
  await say('Very well, and you?');
  await expect(log.locator('[data-kind=host]', { hasText: 'Very well, and you?' })).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'stream-watching');

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page).toHaveURL(`/en/profile/${performer}`);
  await expect.poll(() => lastReceiptOf(context)).toBeDefined();
  const total = (await lastReceiptOf(context))?.total ?? 0;
  await expect(page.getByText(`You paid ${total} credits.`)).toBeVisible();
  expect(await creditsOf(context)).toBe(before - total);
});

test('P8.27 L1.3 L8.18 the chat ends after the paid minute when credits run out', {
  tag: '@embedded',
}, async ({ page, context, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf('credits-out').two);
  await watchPaid(page, performer);
  // The tip leaves credits for less than a further minute.
  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByLabel('Of een eigen bedrag').fill('500');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ja, geef 500 credits' }).click();
  await expect(page.getByText('Je fooi van 500 credits is aangekomen.')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Niet genoeg credits' });
  await expect(dialog).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Sluiten' }).click();
  await expect(page.getByRole('heading', { name: 'Je saldo is te laag om verder te kijken' })).toBeVisible();
  await expect(page.getByTestId('receipt')).toContainText(`Chattijd: ${prices.chatMinute} credits`);
  expect(await creditsOf(context)).toBe(TWO_VIP_MINUTES - 500 - prices.chatMinute);
});

test('paid chat can be used by keyboard alone', { tag: '@embedded' }, async ({ page, context, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf('keyboard').rich);
  await page.goto(`/stream/${performer}`);
  /** Presses Tab until this has the focus. */
  const tabTo = async (role: 'button' | 'textbox', name: string) => {
    const wanted = page.getByRole(role, { name, exact: true });
    await expect(wanted).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(wanted).toBeFocused({ timeout: 1 });
    }).toPass({ intervals: [0] });
  };
  await tabTo('button', 'Start voor 60 credits per minuut');
  await page.keyboard.press('Enter');
  await expectPictures(page);
  await tabTo('textbox', 'Schrijf een bericht');
  await page.keyboard.type('Hoi!');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').locator('[data-kind=member]').last()).toContainText('Hoi!');
  await tabTo('button', 'Stop');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/profile/${performer}`);
  await expect(page.getByText(`Je hebt de chat met ${performer} verlaten.`)).toBeVisible();
});
