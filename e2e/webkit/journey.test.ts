import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin } from '../support/visitor.ts';
import { ENTER, openWebkit, type Webkit } from '../support/webdriver.ts';

let page: Webkit;
beforeAll(async () => {
  page = await openWebkit(process.env['WEBKIT_DRIVER_PATH'] ?? '');
}, 30_000);
afterAll(() => page.close());

const dialog = '//*[@role="dialog"]';
const button = (text: string) => `//button[normalize-space(.)="${text}"]`;
const isTooWide = () => page.run('return document.documentElement.scrollWidth > innerWidth');

test('home, filters, login, messenger, wallet and settings work in WebKit', async () => {
  await page.open(`${origin}/en`);
  // Suppresses the promotion overlay, which would cover an idle page.
  await page.run("sessionStorage.setItem('seen-banner', '1')");
  await page.press(button('I am 18 or older'));
  await page.press(button('Refuse'));
  await page.see('//*[@data-cards]/li');

  await page.press('//a[starts-with(normalize-space(.), "Filters")]');
  await page.press('//label[contains(., "30–50")]');
  await page.press('//button[starts-with(normalize-space(.), "Show ")]');
  await page.see('//li/a[@data-swap]');
  expect(await page.url()).toBe(`${origin}/en?age=30-50`);
  await page.back();
  await page.seeNone('//li/a[@data-swap]');

  await page.press('//header//a[normalize-space(.)="Log in"]');
  await page.type(`${dialog}//input[@name="username"]`, 'demo@example.com');
  await page.type(`${dialog}//input[@name="password"]`, `Demo1234${ENTER}`);
  await page.seeNone(dialog);
  await page.see('//header//*[contains(., "5,000 credits")]');

  await page.open(`${origin}/en/messenger`);
  await page.press('//main//a[starts-with(@href, "/en/messenger/")]');
  await page.type('//main//textarea', `Hello from WebKit${ENTER}`);
  await page.see('//*[@data-owner="self" and contains(., "Hello from WebKit")]');
  await page.see('//header//*[contains(., "4,940 credits")]');

  await page.press('//header//button[contains(., "4,940")]');
  await page.press(`${dialog}//button[contains(., "650 credits")]`);
  await page.press(`${dialog}//label[contains(., "iDEAL")]`);
  await page.press(`${dialog}//button[starts-with(normalize-space(.), "Pay ")]`);
  await page.see(`${dialog}//*[contains(., "First tick that you want the credits right away.")]`);

  await page.open(`${origin}/en/stream/JaneBelle`);
  await page.see('//h2[normalize-space(.)="Your browser cannot play this picture"]');

  await page.open(`${origin}/en/settings`);
  await page.press('//fieldset[contains(., "Free names")]//button');
  await page.press(button('Save username'));
  await page.see('//*[contains(., "You are called ") and not(*)]');
  // A reload follows and removes the message.
  await page.seeNone('//*[contains(., "You are called ") and not(*)]');
  expect(await page.problems()).toEqual([]);
});

test('no page is wider than a narrow window', async () => {
  // The driver's window does not get narrower than 447 px.
  await page.resize(390, 844);
  for (const path of ['/en', '/en/favourites', '/en/messenger', '/en/settings', '/en/profile/JaneBelle']) {
    await page.open(origin + path);
    expect(await isTooWide(), path).toBe(false);
  }
});
