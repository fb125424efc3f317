import type { BrowserContext, Locator, Page } from '@playwright/test';
import { URI } from 'otpauth';
import { expectAccessible } from './support/accessible.ts';
import { addressOf } from './support/operators.ts';
import { linkIn, pathIn, readMail } from './support/outbox.ts';
import { creditsOf, enter } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Sets up the access through the mailed link; returns a page of the desk. */
async function atDesk(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pathIn(await readMail(context.request, addressOf(name))));
  const link = await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href');
  const password = 'verwegvanzee7';
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password once more').fill(password);
  await page.getByRole('textbox', { name: 'Code' }).fill(URI.parse(link ?? '').generate());
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await expect(page).toHaveURL(/\/en\/desk$/);
  return page;
}

const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** A section of the desk, which may have the number of what waits in it. */
const inNavigation = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('link', { name: new RegExp(`^${name}`) });

/** The form of an act, opened. */
async function formOf(place: Page | Locator, name: string | RegExp): Promise<Locator> {
  const form = place.locator('details').filter({ hasText: name });
  await form.locator('summary').click();
  return form;
}

/** Opens the form of an act, fills it in and sends it. */
async function act(
  place: Page | Locator,
  name: string | RegExp,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const form = await formOf(place, name);
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
  await form.getByRole('button').click();
}

async function decide(page: Page, measure: string, facts: string): Promise<void> {
  const form = await formOf(page, 'Decide and send');
  await form.getByLabel(measure, { exact: true }).check();
  await form.getByLabel('Ground').selectOption('no-breach');
  // The template of the ground.
  await expect(form.getByLabel('Facts')).toHaveValue(/nothing that is not allowed|niets gevonden/);
  await form.getByLabel('Facts').fill(facts);
  await form.getByLabel('Reason').fill('rule 4');
  await form.getByRole('button').click();
}

/** Waits for a mail with a link to this page, and returns the link. */
async function linkTo({ request }: BrowserContext, address: string, page: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      link = linkIn(await readMail(request, address));
      return link;
    })
    .toContain(page);
  return link;
}

test('a moderator decides a report, and another one its appeal', { tag: '@main' }, async ({
  newPerson,
  product,
}) => {
  const [guest, ofAnna, ofBram] = [await newPerson(), await newPerson(), await newPerson()];
  await enter(guest, product.url);
  const reporter = await guest.newPage();
  await reporter.goto('/en/report/Yara?place=stream');
  await reporter.getByLabel('What is it about?').selectOption('identity');
  await reporter.getByLabel(/^What did you see/).fill('This is my picture.');
  await reporter.getByLabel(/^Your e-mail address/).fill('reporter@example.com');
  await reporter.getByRole('button', { name: 'Send report' }).click();
  await expect(title(reporter)).toHaveText('We have received your report');

  const anna = await atDesk(ofAnna, 'anna');
  await inNavigation(anna, 'Reports').click();
  await anna.getByRole('link', { name: 'Yara' }).click();
  await expect(title(anna)).toHaveText('Case about Yara');
  await expectAccessible(anna);
  await act(anna, 'Take this case', { Reason: 'my shift' });
  await decide(anna, 'No measure', 'We asked for proof, and saw it.');
  await expect(anna.getByRole('main')).toContainText('Decision 1: No measure');

  await reporter.goto(await linkTo(guest, 'reporter@example.com', '/appeal'));
  await expect(reporter.getByRole('blockquote')).toContainText('We asked for proof, and saw it.');
  await reporter.getByRole('textbox').fill('The picture is mine, and I have the original.');
  await reporter.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(title(reporter)).toHaveText('We have received your appeal');

  await anna.reload();
  await expect(anna.getByText('You made this decision, so somebody else decides')).toBeVisible();
  await expect(anna.getByText('Decide the appeal')).toHaveCount(0);
  const bram = await atDesk(ofBram, 'bram');
  await bram.goto(anna.url());
  await expect(
    bram.getByRole('blockquote').filter({ hasText: 'The picture is mine, and I have the original.' }),
  ).toBeVisible();
  await act(bram, /^Take over|^Take this case/, { Reason: 'the appeal' });
  const verdict = await formOf(bram, 'Decide the appeal');
  await verdict.getByLabel('Not right: the measure is undone').check();
  await verdict.getByLabel('Reasons, as the people concerned read them').fill('The original proves it.');
  await verdict.getByRole('button').click();
  await expect(bram.getByRole('main')).toContainText('Overruled');
  const mail = async () => (await readMail(guest.request, 'reporter@example.com')).text;
  await expect.poll(mail).toContain('The original proves it.');
});

test('a refund above the limit takes four eyes, and then the member’s credits', async ({
  newPerson,
  baseURL,
}) => {
  const [member, ofEls, ofTom] = [await newPerson(), await newPerson(), await newPerson()];
  await enter(member, baseURL, 'demo@example.com');
  const before = await creditsOf(member);

  const els = await atDesk(ofEls, 'els');
  await inNavigation(els, 'Members').click();
  const main = els.getByRole('main');
  await main.getByLabel('Search').fill('demo@example.com');
  await main.getByRole('button', { name: 'Show' }).click();
  const payment = els
    .getByRole('listitem')
    .filter({ hasText: 'paid' })
    .filter({ has: els.locator('summary', { hasText: 'Refund' }) })
    .first();
  const [, euro = '', credits = ''] =
    /€([\d.]+) · ([\d,]+) credits/.exec((await payment.getByRole('heading').textContent()) ?? '') ?? [];
  await act(payment, 'Refund', { Reason: 'bought twice' });
  await expect(els.getByRole('status')).toHaveText('This waits for a second operator.');
  expect(await creditsOf(member)).toBe(before);
  await inNavigation(els, 'Requests').click();
  await expect(els.getByRole('heading', { level: 2 })).toHaveText('Refund');
  await expect(els.getByRole('main')).toContainText(`€${euro}`);
  await expect(els.getByText('You asked for this yourself.')).toBeVisible();
  await expect(els.getByText('Approve', { exact: true })).toHaveCount(0);

  const tom = await atDesk(ofTom, 'tom');
  await inNavigation(tom, 'Requests').click();
  await expectAccessible(tom);
  await act(tom, 'Approve', { Reason: 'checked' });
  await expect(tom.getByText('Approved.', { exact: true })).toBeVisible();
  expect(await creditsOf(member)).toBe(before - Number(credits.replaceAll(',', '')));
  // Others, such as the notice of an unread message, may be newer.
  const mail = await readMail(member.request, 'demo@example.com', /^We betalen je/);
  expect(mail.text.replaceAll('.', '')).toContain(credits.replaceAll(',', ''));
  const purchases = await member.newPage();
  await purchases.goto('/en/settings/purchases');
  await expect(purchases.getByRole('main')).toContainText(`€${euro} paid back`);
});
