import type { BrowserContext, Page } from '@playwright/test';
import { alive } from '../support/page.ts';
import { performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Each key of the specification and its use (docs/storage.md). */
test.use({ answered: false });

const password = 'Plein-16';
let people = 0;

async function newMember({ request }: Pick<BrowserContext, 'request'>, url: string): Promise<string> {
  const email = `storage-${process.pid}-${Date.now()}-${++people}@example.com`;
  const headers = { 'api-key': 'vonk-web', origin: url };
  const made = await request.post('/api/member/member', { headers, data: { email, password } });
  expect(made.status()).toBe(200);
  return email;
}

const local = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
const inTab = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => sessionStorage.getItem(name), key);
const cookie = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((one) => one.name === name);
const DAY_S = 24 * 3600;

test.beforeEach(({ context, baseURL }) =>
  context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]),
);

test('P3.29 guest:visited, lfs and fid are set on consent and removed on refusal; a visit continues across pages', async ({
  page,
  context,
}) => {
  await page.goto('/en/free');
  await page.waitForLoadState('networkidle');
  expect(await local(page, 'guest:visited')).toBeNull();
  expect(await local(page, 'lfs')).toBeNull();
  expect(await cookie(context, 'vonk_fid')).toBeUndefined();
  await page.locator('#consent').getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => local(page, 'guest:visited')).toBe('true');
  const visit = JSON.parse((await local(page, 'lfs')) ?? '{}') as { session?: string };
  expect(visit.session).toMatch(/^[\da-f-]{36}$/);
  const fid = await cookie(context, 'vonk_fid');
  expect(fid?.value).toMatch(/^[\da-f-]{36}$/);
  expect(fid?.expires).toBeGreaterThan(Date.now() / 1000 + 364 * DAY_S);

  await page.goto('/en/toy');
  await expect
    .poll(async () => JSON.parse((await local(page, 'lfs')) ?? '{}') as object)
    .toMatchObject({ session: visit.session });
  expect((await cookie(context, 'vonk_fid'))?.value).toBe(fid?.value);

  await page.goto('/en/cookies');
  await page.locator('main').getByRole('button', { name: 'Refuse' }).click();
  await expect.poll(async () => (await cookie(context, 'consent'))?.value).toBe('no');
  for (const key of ['guest:visited', 'lfs', 'previous_route'])
    await expect.poll(() => local(page, key), key).toBeNull();
  expect(await cookie(context, 'vonk_fid')).toBeUndefined();
});

test('P3.29 active_stream belongs to a tab and a performer and is removed at logout', async ({
  page,
  context,
  baseURL,
}) => {
  const [performer = '', other = ''] = await performersIn(context, 'offline');
  const email = await newMember(context, baseURL ?? '');
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
  await context.request.post('/api/member/login', { headers, data: { username: email, password } });
  await page.goto(`/en/stream/${performer}`);
  await alive(page);
  await page.getByRole('tab', { name: 'VIP' }).click();
  const kept = async () => JSON.parse((await inTab(page, 'active_stream')) ?? 'null') as object | null;
  await expect.poll(kept).toMatchObject({ performer, tab: 'vip' });
  await page.reload();
  await expect(page.getByRole('tab', { name: 'VIP' })).toHaveAttribute('aria-selected', 'true');
  expect(await local(page, 'active_stream')).toBeNull();

  const second = await context.newPage();
  await second.goto(`/en/stream/${performer}`);
  await expect(second.getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true');
  await second.close();

  await page.goto(`/en/stream/${other}`);
  await expect.poll(kept).toMatchObject({ performer: other, tab: 'chat' });
  await page.getByRole('tab', { name: 'VIP' }).click();
  await page.getByRole('button', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await inTab(page, 'active_stream')).toBeNull();
});

test('P3.29 theme is the cookie scheme, which the server uses for the first paint', async ({
  page,
  context,
}) => {
  await page.goto('/en');
  expect(await cookie(context, 'scheme')).toBeUndefined();
  await page.locator('[data-scheme-choice=dark]:visible').first().click();
  await expect.poll(async () => (await cookie(context, 'scheme'))?.value).toBe('dark');
  const html = await (await context.request.get('/en')).text();
  expect(html).toContain('data-scheme="dark"');
});

test('P3.21 P3.29 favourites is a flag without names, and a line separates favourites in the search', async ({
  page,
  context,
  baseURL,
}) => {
  const email = await newMember(context, baseURL ?? '');
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
  await context.request.post('/api/member/login', { headers, data: { username: email, password } });
  await page.goto('/en/profile/Femke');
  await page.getByRole('button', { name: 'Keep Femke as a favourite' }).click();
  await expect.poll(async () => (await cookie(context, 'favourites'))?.value).toBe('1');
  // No two names of the demo begin alike, so another one is added before this one.
  await page.route('**/user/autocomplete?*', async (route) => {
    const answer = await route.fetch();
    const { result } = (await answer.json()) as { result: object[] };
    await route.fulfill({ response: answer, json: { result: [{ id: 9999, username: 'Fem' }, ...result] } });
  });
  await page.goto('/en');
  await page.waitForLoadState('networkidle');
  const field = page.getByRole('search').getByLabel('Find a performer');
  await field.click();
  await page.keyboard.type('fem');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveText('Femke');
  await expect(options.first()).not.toHaveAttribute('data-divider', '');
  await expect(options.nth(1)).toHaveAttribute('data-divider', '');
});
