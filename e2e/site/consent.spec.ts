import { expectAccessible, inDialog } from '../support/accessible.ts';
import { screenshot } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test.use({ answered: false });

const sites = [
  { home: '/', no: 'Weigeren', yes: 'Toestaan' },
  { home: '/en', no: 'Refuse', yes: 'Allow' },
] as const;

test('P2.25 the question stores nothing before it is answered and shifts no layout when it closes', async ({
  newPerson,
  baseURL,
}) => {
  const person = await newPerson();
  await person.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  const page = await person.newPage();
  await page.goto('/');
  const banner = page.getByRole('region', { name: /site/ });
  await expect(banner).toBeVisible();
  const cookies = async () => (await person.cookies()).map(({ name }) => name).sort();
  expect(await cookies()).toEqual(['age']);
  await expectAccessible(page, { within: '#consent' });
  for (const { home, no, yes } of sites) {
    await page.goto(home);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await screenshot(page, `consent${home.replace('/', '-')}`);
      const [refuse, allow] = await Promise.all(
        [no, yes].map((name) => banner.getByRole('button', { name }).boundingBox()),
      );
      expect(refuse?.height).toBeGreaterThan(20);
      expect(refuse?.height, 'refusing is as large as allowing').toBe(allow?.height);
      expect(Math.abs((refuse?.width ?? 0) - (allow?.width ?? 0))).toBeLessThan(2);
    }
  }
  expect(await cookies()).toEqual(['age']);
  expect(await page.evaluate(() => localStorage.getItem('previous_route'))).toBeNull();
  const top = () => page.locator('main h1').evaluate((heading) => heading.getBoundingClientRect().top);
  const before = await top();
  await banner.getByRole('button', { name: sites[1].no }).click();
  await expect(banner).toBeHidden();
  expect(await top()).toBe(before);
  await page.reload();
  await expect(page.locator('main h1')).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect((await person.cookies()).find(({ name }) => name === 'consent')?.value).toBe('no');
  expect(await page.evaluate(() => localStorage.getItem('previous_route'))).toBeNull();
});

test('P2.25 consent stores the previous route', async ({ page, context, baseURL }) => {
  await context.addCookies([
    { name: 'age', value: '1', url: baseURL ?? '' },
    { name: 'consent', value: 'yes', url: baseURL ?? '' },
  ]);
  // Measuring loads after the page and stores the route when the page is left.
  const goTo = (path: string) => page.goto(path, { waitUntil: 'networkidle' });
  await goTo('/en');
  const link = page.locator('main a[href*="/profile/"]').first();
  const path = new URL((await link.getAttribute('href')) ?? '', baseURL).pathname;
  await goTo(path);
  const previous = () => page.evaluate(() => JSON.parse(localStorage.getItem('previous_route') ?? 'null'));
  expect(await previous()).toEqual({ path: '/en', name: 'index', params: {} });
  await goTo('/en');
  const model = decodeURIComponent(path.split('/').pop() ?? '');
  expect(await previous()).toEqual({ path, name: 'profile', params: { model } });
});

test('P1.16 P1.17 P2.88 the age question is part of the page, traps the focus, and ignores Escape', async ({
  page,
}) => {
  await page.goto('/en?splash6=true');
  const gate = page.getByRole('dialog');
  await expect(gate.getByRole('button')).toBeFocused();
  await expectAccessible(page, inDialog);
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
