import type { Page } from '@playwright/test';
import { prices } from '#contract/wallet/prices.ts';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('watch');

const sites = [
  {
    lang: 'nl',
    home: '',
    start: 'Start voor 60 credits per minuut',
    spent: '60 betaald',
    write: 'Schrijf een bericht',
    hello: 'Hoi! Hoe gaat het?',
    stop: 'Stop',
    left: /Je hebt de chat met .* verlaten\./,
    elsewhere: 'Je kijkt al in een ander tabblad',
    goOn: 'Kijk verder voor 60 credits per minuut',
  },
  {
    lang: 'en',
    home: '/en',
    start: 'Start for 60 credits a minute',
    spent: '60 spent',
    write: 'Write a message',
    hello: 'Hi! How are you?',
    stop: 'Stop',
    left: /You have left the chat with/,
    elsewhere: 'You have joined this chat on a different tab',
    goOn: 'Go on for 60 credits a minute',
  },
] as const;

const linesOf = (page: Page, kind: string) => page.getByRole('log').locator(`[data-kind=${kind}]`);

test('a member pays by the minute, talks both ways and stops', async ({ page, context, baseURL }) => {
  const [, site] = sites;
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accounts.rich);
  const before = await creditsOf(context);
  await page.goto(`${site.home}/stream/${performer}`);

  // The price stands on the button; nothing is paid before it is pressed and a picture is there.
  const start = page.getByRole('button', { name: site.start });
  await expect(start).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, `stream-start-${site.lang}`);
  expect(await creditsOf(context)).toBe(before);
  await start.click();

  await expectPictures(page);
  await expect(page.getByTestId('spent')).toContainText(site.spent);
  await expect(page.getByTestId('balance')).toContainText(
    (before - prices.chatMinute).toLocaleString(site.lang),
  );
  expect(await creditsOf(context)).toBe(before - prices.chatMinute);

  const answers = await linesOf(page, 'host').count();
  await page.getByRole('textbox', { name: site.write }).fill(site.hello);
  await page.keyboard.press('Enter');
  await expect(linesOf(page, 'member').last()).toContainText(site.hello);
  await expect.poll(() => linesOf(page, 'host').count(), { timeout: 25_000 }).toBeGreaterThan(answers);
  await expectAccessible(page);
  await screenshot(page, `stream-watching-${site.lang}`);

  // Also over a dialog that covers the picture there is the way out.
  const spent = before - (await creditsOf(context));
  await page.getByRole('tab', { name: 'Tip' }).click();
  await page.getByLabel('Or an amount of your own').fill('99000');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('60 credits/min')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: site.stop }).click();
  await expect(page).toHaveURL(/\/profile\//);
  await expect(page.getByText(site.left)).toBeVisible();
  await screenshot(page, `stream-left-${site.lang}`);
  expect(before - (await creditsOf(context))).toBe(spent);
});

/** Neither way to a media server is open, until the answered function is called. */
async function cutMedia(page: Page): Promise<() => void> {
  let isCut = true;
  await page.route('**/media/whep/**', (route) => (isCut ? route.abort() : route.fallback()));
  await page.routeWebSocket('**/media/janus', (line) => {
    if (isCut) void line.close({ code: 1011 });
    else line.connectToServer();
  });
  return () => {
    isCut = false;
  };
}

test('a dead media server is told, costs nothing, and is forgotten when it is back', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf('watch-dead-media').rich);
  const before = await creditsOf(context);
  const revive = await cutMedia(page);
  await page.goto(`/stream/${performer}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: sites[0].start }).click();
  await expect(page.getByText('Het beeld is even weg. We proberen het opnieuw…')).toBeVisible();
  expect(await creditsOf(context)).toBe(before);

  revive();
  await expectPictures(page);
  await expect(page.getByTestId('spent')).toContainText('60');
  await page.getByRole('button', { name: sites[0].stop }).click();
  await expect(page.getByText(sites[0].left)).toBeVisible();
});
