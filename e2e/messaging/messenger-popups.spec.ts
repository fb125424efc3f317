import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { inboxOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter, hearsMessages, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const { rich } = accountsOf('messenger-popups');
const phone = { width: 390, height: 844 };

const popup = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const all = (page: Page) => page.locator('[data-popup]');
const field = (page: Page, name: string) =>
  popup(page, name).getByRole('textbox', { name: /^(Schrijf een bericht|Write a message)$/ });
const unread = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^(Berichten|Messages)/ });

/** Performers whom other journeys, which begin at the front of the list, do not use. */
async function somePerformers(context: BrowserContext): Promise<readonly string[]> {
  const names = (await performersIn(context, 'offline')).slice(4);
  expect(names.length).toBeGreaterThan(5);
  return names;
}

/** Opens a pop-up from the profile, where there is room for it, and sends a first message. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await page.goto(`/en/profile/${name}`);
  const button = page.getByRole('link', { name: `Send ${name} a message` });
  // Before the header is hydrated the link leads to the messenger.
  await expect(page.locator('header [data-alive]')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await button.click();
  await expect(field(page, name)).toBeFocused();
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
  await expect(popup(page, name).locator('[data-owner=self]')).toContainText(text);
  await expect(popup(page, name).getByText(/^(Sent|Delivered)$/)).toBeVisible();
}

test('P2.59 P2.76 P2.126 P2.128 P4.28 P4.30 conversations are beside every page, blink for new messages, and close at logout', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  await enter(context, baseURL, rich);
  const [first = '', second = ''] = await somePerformers(context);

  await write(page, first, 'Hello from the profile');
  expect(page.url()).toContain('/profile/');
  const her = await inboxOf({ performer: first, origin: baseURL ?? '' });
  await her.read();
  await expect(popup(page, first).getByText('Read', { exact: true })).toBeVisible();
  await expectAccessible(page, { within: '[data-popup]' });
  await screenshot(page, 'popup');

  // The pop-up is also on another page, folded as before.
  await field(page, first).press('Escape');
  await expect(field(page, first)).toHaveCount(0);
  await page.goto('/en');
  const folded = popup(page, first).getByRole('button', { name: first, exact: true });
  await expect(folded).toBeVisible();
  await her.write('Are you there?');
  await expect(popup(page, first).getByText('1 unread message')).toBeAttached();
  await expect(unread(page)).toContainText('1');
  await expect(popup(page, first)).toHaveAttribute('data-unread', 'true');
  await page.reload();
  await expect(popup(page, first)).toHaveAttribute('data-unread', 'true');
  await folded.click();
  await expect(popup(page, first).locator('[data-owner=other]').last()).toContainText('Are you there?');
  await expect(popup(page, first)).not.toHaveAttribute('data-unread');
  await expect(unread(page)).not.toContainText('1');

  // A second device, a phone, has its own pop-ups and closes one.
  const other = await newPerson({ viewport: phone });
  await enter(other, baseURL, rich);
  const small = await other.newPage();
  const heard = hearsMessages(small);
  await small.goto('/');
  await heard;
  // Folded here, so that the message is not read before the phone shows it.
  await field(page, first).press('Escape');
  await expect(field(page, first)).toHaveCount(0);
  await her.write('On your phone too');
  const bar = popup(small, first);
  await expect(bar.getByRole('button', { name: first, exact: true })).toBeVisible();
  await screenshot(small, 'popup-phone-folded');
  await bar.getByRole('button', { name: first, exact: true }).click();
  await expect(bar.locator('[data-owner=other]').last()).toContainText('On your phone too');
  await screenshot(small, 'popup-phone');
  await bar.getByRole('button', { name: `Gesprek met ${first} sluiten` }).click();
  await expect(all(small)).toHaveCount(0);

  // The messenger shows no pop-ups; the next page shows them again.
  await page.goto('/en/messenger');
  await expect(page.getByRole('link', { name: new RegExp(first) })).toBeVisible();
  await expect(all(page)).toHaveCount(0);
  await write(page, second, 'Hello you');
  await expect(all(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(all(page)).toHaveCount(0);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /messenger/.test(key))),
  ).toEqual([]);
});

test('L3.5 logging in leads a guest to the conversation', async ({ page, context, baseURL }) => {
  await enter(context, baseURL);
  const [name = ''] = (await somePerformers(context)).slice(5);
  await page.goto(`/en/profile/${name}`);
  await page.getByRole('link', { name: `Send ${name} a message` }).click();
  await page.getByRole('textbox', { name: /e-mail/i }).fill(accountsOf('messenger-popups').poor);
  await page.getByLabel(/^password/i).fill('Demo1234');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^log in$/i })
    .click();
  await expect(page).toHaveURL(new RegExp(`/en/messenger/new-conversation\\?modelId=\\d+&model=${name}`));
});
