import { enter, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('promoted performers stand first in the grid, and the grid says so', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL);
  const free = new Set(await performersIn(context, 'free'));
  await expect
    .poll(async () => {
      await page.goto('/');
      return page.locator('main .card').first().textContent();
    })
    .toContain('Uitgelicht');
  const marked = await page.locator('main .card', { hasText: 'Uitgelicht' }).count();
  expect(marked).toBeGreaterThan(0);
  expect(marked).toBeLessThanOrEqual(2);
  expect(free.size).toBeGreaterThan(0);
});
