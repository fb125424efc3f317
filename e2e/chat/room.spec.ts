import type { Locator } from '@playwright/test';
import { liftSanction, sanctionViewer } from '#contract/chat/room/sanction-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter, expectPictures } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('room');

test('L4.32 a performer mutes, unmutes and kicks a member', async ({ page, context, goLive, baseURL }) => {
  const { name: performer, call } = await goLive('free');
  const sanction = (kind: 'mute' | 'kick' | 'block') =>
    call(sanctionViewer, { target: { name: 'rich-room' }, kind });
  await enter(context, baseURL, accounts.rich);
  await page.goto(`/en/stream/${performer}`);
  await expectPictures(page);
  const write = page.getByRole('textbox', { name: 'Write a message' });
  await write.fill('Call me on 0612345678');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-kind=member]').last()).toContainText('Call me on •••');

  const mute = await sanction('mute');
  await expect(
    page.getByText(/has muted you\. You can write again in (10:00|09:\d\d)\./).first(),
  ).toBeVisible();
  await write.fill('Hello?');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expectAccessible(page);
  await screenshot(page, 'stream-muted');

  await call(liftSanction, { sanction: mute.id });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('[data-kind=member]').last()).toContainText('Hello?');

  const kick = await sanction('kick');
  await expect(page.getByRole('heading', { name: `${performer} removed you from the chat` })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: `${performer} removed you from the chat` })).toBeVisible();
  await expect(page.getByText(/You can come back to this chat from \d\d:\d\d\./)).toBeVisible();
  await call(liftSanction, { sanction: kick.id });
  await expect(page.getByRole('heading', { name: `You can come back to ${performer}` })).toBeVisible();
  await page.getByRole('button', { name: 'Watch for free' }).click();
  await expectPictures(page);

  await call(setStatus, { onlineStatus: onlineStatus.paused });
  await expect(page.getByRole('heading', { name: `${performer} is taking a break` })).toBeVisible();
  await sanction('block');
  await expect(page.getByRole('heading', { name: `${performer} removed you from the chat` })).toBeVisible();
});

/** Vertical overlap of two elements in px; negative if there is a gap. */
async function sharedHeight(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('an element is not on the page');
  return Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
}

test('a notice on a phone does not cover field and Stop', async ({ page, context, goLive, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { name: performer } = await goLive('live');
  await enter(context, baseURL, accountsOf('room-notice').rich);
  await page.goto(`/en/stream/${performer}`);
  await page.getByRole('button', { name: /^Start for/ }).click();
  await expectPictures(page);
  await page.getByRole('button', { name: `Keep ${performer} as a favourite` }).click();
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('dialog');
  await expect(notice).toBeVisible();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const field = page.getByRole('textbox', { name: 'Write a message' });
  for (const other of [field, stop])
    await expect.poll(() => sharedHeight(notice, other)).toBeLessThanOrEqual(0);
  await screenshot(page, 'stream-notice');
  await stop.click();
  await expect(page).toHaveURL(`/en/profile/${performer}`);
});

test('L2.1 Stop leads to the profile with the amount paid; Back starts no chat', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('live');
  await enter(context, baseURL, accountsOf('room-stop').rich);
  await page.goto(`/en/stream/${performer}`);
  await page.getByRole('button', { name: /^Start for/ }).click();
  await expectPictures(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page).toHaveURL(`/en/profile/${performer}`);
  await expect(page.getByText(/You have left the chat with .* You paid 60 credits\./)).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('button', { name: /^Continue, 0[0-4]:[0-5]\d already paid$/ })).toBeVisible();
});

test('a stream can be reported without leaving it, and a profile without script', async ({
  page,
  context,
  newPerson,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('free');
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('link', { name: `${performer} melden` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Waar gaat het over?').selectOption('minor');
  await expectAccessible(page);
  await screenshot(page, 'report');
  await dialog.getByRole('button', { name: 'Melding versturen' }).click();
  await expect(dialog.getByText(/Het nummer van je melding is \w{5}-\w{5}/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectPictures(page);

  const plain = await newPerson({ javaScriptEnabled: false });
  await enter(plain, baseURL);
  const form = await plain.newPage();
  await form.goto(`/en/profile/${performer}`);
  await form.getByRole('link', { name: `Report ${performer}` }).click();
  await form.getByLabel('What is it about?').selectOption('fraud');
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(form.getByText('Enter a valid e-mail address.')).toBeVisible();
  await form.getByLabel('Your e-mail address').fill('someone@example.com');
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(form.getByRole('heading', { name: 'We have received your report' })).toBeVisible();
});
