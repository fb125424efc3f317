import { expectAccessible } from './support/accessible.ts';
import { backgroundOf } from './support/background.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

test.use({ answered: false });

const sites = [
  {
    prefix: '',
    no: 'Weigeren',
    yes: 'Toestaan',
    refused: 'Je keuze nu: geweigerd.',
    choice: 'Cookievoorkeuren',
  },
  {
    prefix: '/en',
    no: 'Refuse',
    yes: 'Allow',
    refused: 'Your choice now: refused.',
    choice: 'Cookie preferences',
  },
] as const;

for (const { prefix, no, yes } of sites) {
  test(`the question below ${prefix}/ stores nothing before it is answered, and moves nothing when it goes`, async ({
    newPerson,
    baseURL,
  }) => {
    const person = await newPerson();
    await person.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
    const page = await person.newPage();
    await page.goto(prefix || '/');
    const banner = page.getByRole('region', { name: /site/ });
    await expect(banner).toBeVisible();
    const cookies = async () => (await person.cookies()).map(({ name }) => name).sort();
    expect(await cookies()).toEqual(['age']);
    await expectAccessible(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await screenshot(page, `consent${prefix.replace('/', '-')}`);
      const [refuse, allow] = await Promise.all(
        [no, yes].map((name) => banner.getByRole('button', { name }).boundingBox()),
      );
      expect(refuse?.height, 'refusing is as large as allowing').toBe(allow?.height);
      expect(Math.abs((refuse?.width ?? 0) - (allow?.width ?? 0))).toBeLessThan(2);
    }
    await page.goto(`${prefix}/free`);
    expect(await cookies()).toEqual(['age']);
    expect(await page.evaluate(() => localStorage.getItem('previous_route'))).toBeNull();
    const top = () => page.locator('main h1').evaluate((heading) => heading.getBoundingClientRect().top);
    const before = await top();
    await banner.getByRole('button', { name: no }).click();
    await expect(banner).toBeHidden();
    expect(await top()).toBe(before);
    await page.reload();
    await expect(page.locator('main h1')).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect((await person.cookies()).find(({ name }) => name === 'consent')?.value).toBe('no');
    await page.goto(prefix || '/');
    expect(await page.evaluate(() => localStorage.getItem('previous_route'))).toBeNull();
  });
}

test('the answer needs no script, and is changed on the cookies page', async ({ newPerson, baseURL }) => {
  const { prefix, no, yes, refused, choice } = sites[1];
  const person = await newPerson({ javaScriptEnabled: false });
  await person.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  const page = await person.newPage();
  const answer = async () => (await person.cookies()).find(({ name }) => name === 'consent')?.value;
  await page.goto(`${prefix}/free?p=77`);
  await page.locator('#consent').getByRole('button', { name: yes }).click();
  await expect(page).toHaveURL(`${prefix}/free?p=77`);
  expect(await answer()).toBe('yes');
  await expect(page.locator('#consent')).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: choice }).click();
  await expect(page).toHaveURL(/\/cookies\?p=77#choice$/);
  await page.locator('main').getByRole('button', { name: no }).click();
  await expect(page).toHaveURL(/\/cookies\?p=77#choice$/);
  await expect(page.getByText(refused)).toBeVisible();
  expect(await answer()).toBe('no');
  expect(await page.locator('script').count(), 'a legal page runs nothing').toBe(0);
  await screenshot(page, `cookies${prefix.replace('/', '-')}`);
});

test('who allows it has the route one came from remembered', async ({ page, context, baseURL }) => {
  await context.addCookies([
    { name: 'age', value: '1', url: baseURL ?? '' },
    { name: 'consent', value: 'yes', url: baseURL ?? '' },
  ]);
  await page.goto('/en');
  const settled = () =>
    expect.poll(() => page.evaluate(() => sessionStorage.getItem('country_code'))).not.toBeNull();
  await settled();
  const link = page.locator('main a[href*="/profile/"]').first();
  const path = new URL((await link.getAttribute('href')) ?? '', baseURL).pathname;
  const begun = backgroundOf(page);
  await page.goto(path);
  const previous = () => page.evaluate(() => JSON.parse(localStorage.getItem('previous_route') ?? 'null'));
  expect(await previous()).toEqual({ path: '/en', name: 'index', params: {} });
  await begun;
  await page.goto('/en');
  const model = decodeURIComponent(path.split('/').pop() ?? '');
  expect(await previous()).toEqual({ path, name: 'profile', params: { model } });
});

test('the age question is in the page, holds the focus, and is not escaped', async ({ page }) => {
  await page.goto('/en?splash6=true');
  const gate = page.getByRole('dialog');
  await expect(gate.getByRole('button')).toBeFocused();
  await expectAccessible(page);
  await screenshot(page, 'age-gate');
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#page') ?? null)).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(gate).toBeVisible();
  await expect(gate.getByRole('link', { name: /leave/i })).toHaveAttribute('href', 'https://duckduckgo.com/');
  await gate.getByRole('button').click();
  await expect(gate).toBeHidden();
  await expect(page.locator('main a[href*="splash6=true"]').first()).toBeVisible();
});

test('without script the age question is answered by its form and by the links to the legal texts', async ({
  newPerson,
}) => {
  for (const name of [/terms/, /privacy/]) {
    const person = await newPerson({ javaScriptEnabled: false });
    const page = await person.newPage();
    await page.goto('/en/free?p=77');
    await page.getByRole('dialog').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/en\/(terms-conditions|privacy)\?p=77$/);
    await page.goto('/en/free?p=77');
    await expect(page.locator('#age-gate')).toHaveCount(0);
  }
  const page = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await page.goto('/en/free?p=77');
  await page.getByRole('dialog').getByRole('button').click();
  await expect(page).toHaveURL('/en/free?p=77');
  await expect(page.locator('#age-gate')).toHaveCount(0);
});
