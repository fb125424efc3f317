import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test("P3.28 pictures that fail to load are replaced by the brand's placeholder", async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await enter(context, baseURL);
  await page.goto('/');
  const card = page.locator('.card-picture').first();
  const place = await card.boundingBox();
  const profile = await page.locator('[data-cards] a').first().getAttribute('href');

  await page.route('**/images/**', (route) => route.abort());
  for (const path of ['/', `/profile/${profile?.split('/').at(-1)}`]) {
    const standIn = page.waitForResponse((answer) => answer.url().endsWith('/brand/profile.svg'));
    await page.goto(path);
    expect((await standIn).status()).toBe(200);
    const picture = page.locator('main picture').first();
    await expect(picture).toHaveCSS('background-image', /\/brand\/profile\.svg/);
    const [shown, around] = await Promise.all([
      picture.boundingBox(),
      picture.locator('xpath=..').boundingBox(),
    ]);
    expect(shown).toEqual(around);
    if (path === '/') expect(await card.boundingBox()).toEqual(place);
    await screenshot(page, `broken-pictures-${path === '/' ? 'list' : 'profile'}`);
  }
});
