import type { BrowserContext, Page } from '@playwright/test';
import { prices } from '#contract/wallet/prices.ts';
import { expectAccessible } from '../support/accessible.ts';
import { inboxOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { alive, screenshot } from '../support/page.ts';
import { creditsOf, enter, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const phone = { width: 390, height: 844 };

const field = (page: Page) => page.getByRole('textbox', { name: /^(Schrijf een bericht|Write a message)$/ });
const message = (page: Page, text: string) => page.locator('[data-owner]').filter({ hasText: text });

/** Simulates a keyboard over the page, as browsers report it. */
function coverWithKeyboard(covered: number): void {
  const { visualViewport: view } = window;
  Object.defineProperty(view, 'height', { configurable: true, value: innerHeight - covered });
  view?.dispatchEvent(new Event('resize'));
}

/** Returns a separate performer for each journey, so that journeys do not read each other's messages. */
async function performerFor(context: BrowserContext, nth: number): Promise<string> {
  const names = await performersIn(context, 'offline');
  const name = names[nth];
  if (!name) throw new Error(`only ${names.length} performers are offline`);
  return name;
}

test('P2.14 P2.16 P2.50 P2.120 P2.121 P6.4 a first message creates a conversation that is the same on two devices and for the performer', {
  tag: '@main',
}, async ({ page, context, newPerson, baseURL }) => {
  const { rich } = accountsOf('messenger');
  await enter(context, baseURL, rich);
  const performer = await performerFor(context, 0);
  const before = await creditsOf(context);

  await page.goto('/messenger');
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', '/apple-touch-icon.png');
  await expect(page.getByText('Je hebt nog geen berichten.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Zoek op naam' }).fill(performer.slice(0, 3));
  await page
    .getByRole('region', { name: 'Schrijf iemand anders' })
    .getByRole('link', { name: performer })
    .click();
  await expect(page).toHaveURL(new RegExp(`/messenger/new-conversation\\?.*model=${performer}`));
  await expect(page.getByText(`Een bericht kost ${prices.message} credits.`)).toBeVisible();
  await alive(page);
  await field(page).fill('Hallo daar');
  await field(page).press('Enter');
  await expect(message(page, 'Hallo daar')).toContainText('Verstuurd');
  await expect(page).toHaveURL(`/messenger/${performer}`);
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  expect(await creditsOf(context)).toBe(before - prices.message);
  await expect(page.getByText((before - prices.message).toLocaleString('nl-NL')).first()).toBeVisible();
  await expectAccessible(page);

  const other = await newPerson({ viewport: phone, locale: 'en-GB' });
  await enter(other, baseURL, rich);
  const second = await other.newPage();
  await second.goto('/en/messenger');
  const row = second.getByRole('link', { name: new RegExp(performer) });
  await expect(row).toContainText('You: Hallo daar');

  const her = await inboxOf({ performer, origin: baseURL ?? '' });
  expect(await her.read()).toEqual(['Hallo daar']);
  await expect(message(page, 'Hallo daar')).toContainText('Gelezen');
  await her.write('Dag, wat leuk');
  await expect(message(page, 'Dag, wat leuk')).toBeVisible();
  await expect(row).toContainText('Dag, wat leuk');
  await screenshot(page, 'messenger');

  // The first device shows the message, so it is read on the second as well.
  await expect(row.getByText('unread message')).toHaveCount(0);
  await page.goto('/');
  await her.write('Ben je er nog?');
  await expect(row).toContainText('1 unread message');
  await screenshot(second, 'messenger-list');
  await row.click();
  await expect(message(second, 'Ben je er nog?')).toBeVisible();
  await expect(second.getByRole('banner')).toBeHidden();
  await second.getByRole('link', { name: 'Back to all messages' }).click();
  await expect(second).toHaveURL('/en/messenger');
  await expect(row.getByText('unread message')).toHaveCount(0);
  await page.goto('/messenger');
  await expect(page.getByRole('link', { name: new RegExp(performer) })).not.toContainText('ongelezen');
});

test('a message with a lost response survives a reload and is sent and paid once', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/net::ERR_/);
  await enter(context, baseURL, accountsOf('messenger-lost').rich);
  const performer = await performerFor(context, 1);
  const before = await creditsOf(context);
  await page.goto(`/en/messenger/${performer}`);
  const sends = /\/api\/messaging\/inbox\/(new|\d+)$/;
  // The message arrives, but its response is lost.
  let isLost = true;
  await context.route(sends, async (route) => {
    if (!isLost || route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await alive(page);
  await field(page).fill('Did this arrive?');
  await field(page).press('Enter');
  await expect(message(page, 'Did this arrive?')).toContainText('Not sent yet');
  await page.reload();
  await expect(message(page, 'Did this arrive?')).toHaveCount(1);
  isLost = false;
  await expect(message(page, 'Did this arrive?')).toContainText(/Sent|Delivered/, { timeout: 60_000 });
  await expect(message(page, 'Did this arrive?')).toHaveCount(1);
  await page.reload();
  await expect(message(page, 'Did this arrive?')).toHaveCount(1);
  expect(await creditsOf(context)).toBe(before - prices.message);
  const her = await inboxOf({ performer, origin: baseURL ?? '' });
  expect(await her.read()).toEqual(['Did this arrive?']);
});

test('P2.15 P2.102 P2.124 on a phone: keeps a draft, Back leads to the list, and a deleted conversation is gone', async ({
  newPerson,
  baseURL,
}) => {
  const context = await newPerson({ viewport: phone, hasTouch: true, isMobile: true });
  await enter(context, baseURL, accountsOf('messenger-phone').rich);
  const performer = await performerFor(context, 2);
  const page = await context.newPage();
  await page.goto(`/messenger/${performer}`);
  await field(page).fill('Eerste');
  await page.getByRole('button', { name: 'Verstuur' }).tap();
  await expect(message(page, 'Eerste')).toBeVisible();
  for (const [width, height, covered] of [
    [390, 844, 336],
    [844, 390, 200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(coverWithKeyboard, covered);
    for (const part of [field(page), page.getByRole('button', { name: 'Verstuur' })])
      await expect
        .poll(async () => {
          const box = await part.boundingBox();
          return box && box.y >= 0 && box.y + box.height <= height - covered;
        }, `above a keyboard of ${covered} px on ${width} × ${height}`)
        .toBe(true);
  }
  await page.setViewportSize(phone);
  await page.evaluate(coverWithKeyboard, 0);
  await field(page).fill('Nog niet af');
  await page.reload();
  await expect(field(page)).toHaveValue('Nog niet af');
  await page.goto('/messenger');
  await page.getByRole('link', { name: new RegExp(performer) }).tap();
  await expect(field(page)).toHaveValue('Nog niet af');
  await expect(page).toHaveURL(`/messenger/${performer}`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Berichten' })).toBeVisible();
  await page.goForward();
  await expect(field(page)).toBeVisible();
  await page.getByRole('button', { name: `Opties voor het gesprek met ${performer}` }).tap();
  await page.getByRole('button', { name: /^Verwijderen/ }).tap();
  await screenshot(page, 'messenger-delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).tap();
  await expect(page).toHaveURL('/messenger');
  await expect(page.getByText('Je hebt nog geen berichten.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Je hebt nog geen berichten.')).toBeVisible();
});

test('without credits a dialog explains it and the text is kept', async ({ page, context, baseURL }) => {
  await enter(context, baseURL, accountsOf('messenger').poor);
  const performer = await performerFor(context, 3);
  await page.goto(`/en/messenger/${performer}`);
  await alive(page);
  await field(page).fill('For free?');
  await field(page).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Not enough credits' });
  await expect(dialog).toContainText('60');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field(page)).toHaveValue('For free?');
  await expect(message(page, 'For free?')).toHaveCount(0);
});
