import type { Page } from '@playwright/test';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('grid');

const cards = (page: Page) => page.locator('[data-cards] > li');
const cardOf = (page: Page, performer: string) =>
  cards(page).filter({ has: page.getByRole('link', { name: performer, exact: true }) });
const names = (page: Page) => cards(page).locator('a').allTextContents();

/** Maximum ms from a status push about a performer who is not on the page to the next read of the list. */
const LONGEST_LOOK_MS = 15_000;

test.beforeEach(({ context, baseURL }) => enter(context, baseURL));

for (const who of ['a guest', 'a member'] as const) {
  test(`a card updates in place with its performer’s status, for ${who}`, async ({
    page,
    context,
    goLive,
    baseURL,
  }) => {
    if (who === 'a member') await enter(context, baseURL, accounts.poor);
    const { name: performer, call } = await goLive('free');
    await page.goto('/');
    const card = cardOf(page, performer);
    await expect(card.locator('.badge[data-status]')).toHaveText('Gratis live');
    const place = await card.boundingBox();
    // Repeats, because the page does not show when its socket is connected.
    await expect(async () => {
      await call(setStatus, { onlineStatus: onlineStatus.free });
      await call(setStatus, { onlineStatus: onlineStatus.paused });
      await expect(card.locator('.badge[data-status]')).toHaveText('Pauze', { timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    await expect(card.getByRole('link')).toHaveAttribute('href', `/profile/${performer}`);
    expect(await card.boundingBox()).toEqual(place);
    await call(setStatus, { onlineStatus: onlineStatus.free });
    await expect(card.locator('.badge[data-status]')).toHaveText('Gratis live');
    await expect(card.getByRole('link')).toHaveAttribute('href', `/stream/${performer}`);
  });
}

test('a pill announces performers who go live and are not on the page, and shows them on request', async ({
  page,
  goLive,
}) => {
  const { name: performer, call } = await goLive('free');
  await page.clock.install();
  await page.goto('/');
  await cardOf(page, performer).evaluate((card) => card.remove());
  const before = await names(page);
  const pill = page.getByRole('link', { name: '1 nieuw live, ververs de lijst' });
  await expect(async () => {
    await call(setStatus, { onlineStatus: onlineStatus.free });
    // The page reads the list after a random delay.
    await page.clock.fastForward(LONGEST_LOOK_MS);
    await expect(pill).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 40_000 });
  expect(await names(page)).toEqual(before);
  await expectAccessible(page);
  await screenshot(page, 'grid-pill');
  await pill.click();
  await expect(cardOf(page, performer)).toBeVisible();
  await expect(page.locator('[data-list-pill]')).toBeHidden();
});
