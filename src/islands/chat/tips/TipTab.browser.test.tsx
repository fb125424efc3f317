import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $chat } from '#lib/chat/store.ts';
import { $draft, $tip, emptyDraft } from '#lib/chat/tips/tips.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { TipTab } from './TipTab.tsx';

const sites = [
  {
    lang: 'nl',
    custom: 'Of een eigen bedrag',
    message: 'Bericht erbij (hoeft niet)',
    everyone: 'Iedereen in de chat mag mijn bericht lezen',
    kiss: /^Kus/,
    give: (amount: string) => `Geef ${amount} credits`,
    giveAny: 'Geef een fooi',
    limits: 'Kies een bedrag van 100 tot 100.000 credits.',
    notWhole: 'Vul een heel aantal credits in, van 100 tot 100.000.',
    decimals: ['100.5', '100,50', '1.00', '1,000'],
    sure: (amount: string) => `Wil je Vera ${amount} credits geven?`,
    left: (balance: string) => `Daarna heb je nog ${balance} credits.`,
    yes: (amount: string) => `Ja, geef ${amount} credits`,
    no: 'Nee',
    failed: /We weten niet of je fooi is aangekomen/,
    again: 'Opnieuw',
    notWatching: 'Start de chat om Vera een fooi te geven.',
    thousand: '1.000',
    large: '2.500',
  },
  {
    lang: 'en',
    custom: 'Or an amount of your own',
    message: 'Add a message (optional)',
    everyone: 'Everyone in the chat may read my message',
    kiss: /^Kiss/,
    give: (amount: string) => `Give ${amount} credits`,
    giveAny: 'Give a tip',
    limits: 'Choose an amount from 100 to 100,000 credits.',
    notWhole: 'Enter a whole number of credits, from 100 to 100,000.',
    decimals: ['100.5', '100,50', '1,00', '1.000'],
    sure: (amount: string) => `Do you want to give Vera ${amount} credits?`,
    left: (balance: string) => `That leaves you ${balance} credits.`,
    yes: (amount: string) => `Yes, give ${amount} credits`,
    no: 'No',
    failed: /We do not know whether your tip arrived/,
    again: 'Try again',
    notWatching: 'Start the chat to tip Vera.',
    thousand: '1,000',
    large: '2,500',
  },
] as const;

describe.each(ofThisRun(sites))('the tip tab ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    $tip.set({ status: 'idle' });
    $draft.set(emptyDraft);
    $wallet.setKey('credits', 5000);
    $chat.set(watchingAs('member'));
  });

  const open = () => render(<TipTab name="Vera" locale={site.lang} />, site.lang);
  const amount = () => page.getByLabelText(site.custom);
  const message = () => page.getByLabelText(site.message);
  const give = (credits: string) => page.getByRole('button', { name: site.give(credits) });
  const giveAny = () => page.getByRole('button', { name: site.giveAny, exact: true });
  const question = () => page.getByRole('alertdialog', { name: site.sure(site.large) });
  const no = () => page.getByRole('button', { name: site.no, exact: true });
  const yes = () => page.getByRole('button', { name: site.yes(site.large) });
  const sent = () => api.requests.map(({ body }) => body as { clientId: string; data: object });

  it('waits for the chat', async () => {
    $chat.set({ status: 'idle' });
    await open();
    await expect.element(page.getByText(site.notWatching)).toBeVisible();
  });

  it('selects an amount by button and by keyboard, and shows it on the tip button', async () => {
    await open();
    await page.getByRole('button', { name: site.kiss }).click();
    await expect
      .element(page.getByRole('button', { name: site.kiss }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(give('250')).toBeVisible();
    await amount().fill(site.thousand);
    await expect.element(amount()).toHaveValue(site.thousand);
    await expect.element(give(site.thousand)).toBeVisible();
    await amount().click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toMatchObject([{ data: { amount: 1000, message: '', isPublic: false } }]);
  });

  it('shows at the amount why it is refused, keeps the input, and sends nothing', async () => {
    await open();
    await amount().fill('99');
    await message().fill('Voor jou!');
    await giveAny().click();
    await expect.element(amount()).toHaveAccessibleDescription(site.limits);
    await expect.element(amount()).toHaveFocus();
    await expect.element(amount()).toHaveValue('99');
    await expect.element(message()).toHaveValue('Voor jou!');
    await amount().fill('100');
    await expect.element(amount()).not.toHaveAccessibleDescription();
    expect(api.requests).toEqual([]);
  });

  it.each([...site.decimals, '-150', '1e3', '100 euro', ''])(
    'keeps %j as typed, shows no amount for it, and sends nothing',
    async (text) => {
      await open();
      await amount().fill(text);
      await expect.element(amount()).toHaveValue(text);
      await giveAny().click();
      await expect.element(amount()).toHaveAccessibleDescription(site.notWhole);
      await expect.element(amount()).toHaveAttribute('aria-invalid', 'true');
      await expect.element(amount()).toHaveValue(text);
      expect(api.requests).toEqual([]);
    },
  );

  it('asks to confirm a large tip, by keyboard, and a no returns the focus', async () => {
    await open();
    await amount().fill('2500');
    await userEvent.keyboard('{Enter}');
    await expect.element(question()).toHaveAccessibleDescription(site.left(site.large));
    await expect.element(no()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(amount()).toHaveFocus();
    await expect.element(amount()).toHaveValue('2500');
    await give(site.large).click();
    await no().click();
    await expect.element(give(site.large)).toHaveFocus();
    expect(api.requests).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(no()).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(sent).toMatchObject([{ data: { amount: 2500 } }]);
  });

  it('treats a double click on the tip button as one, without answering the question', async () => {
    await open();
    await amount().fill('2500');
    await give(site.large).dblClick();
    await expect.element(question()).toBeVisible();
    expect(api.requests).toEqual([]);
    await yes().click();
    await expect.poll(() => api.requests.length).toBe(1);
  });

  it('does not ask again for a tip whose response was lost', async () => {
    await open();
    await amount().fill('2500');
    await give(site.large).click();
    await yes().click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.lose();
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await give(site.large).click();
    await expect.poll(() => api.requests.length).toBe(2);
    await expect.element(question()).not.toBeInTheDocument();
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  it('sends once for repeated clicks, with message and visibility', async () => {
    await open();
    await message().fill('Voor jou!');
    await page.getByLabelText(site.everyone).click();
    await give('100').click();
    await expect.element(give('100')).toHaveAttribute('aria-busy', 'true');
    // It is aria-disabled, and Playwright's click would wait for that.
    await give('100').click({ force: true });
    await message().click();
    await userEvent.keyboard('{Enter}');
    expect(sent()).toMatchObject([{ data: { amount: 100, message: 'Voor jou!', isPublic: true } }]);
  });

  it('resends a tip whose response was lost with the same key', async () => {
    await open();
    await message().fill('Voor jou!');
    await give('100').click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.lose();
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await expect.element(message()).toHaveValue('Voor jou!');
    await page.getByRole('button', { name: site.again }).click();
    await expect.poll(() => api.requests.length).toBe(2);
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  it('asks a guest to register, and shows when the balance is too low', async () => {
    $chat.set(watchingAs('guest'));
    await open();
    await give('100').click();
    expect($modal.get()).toEqual({ type: 'Register' });
    $chat.set(watchingAs('member'));
    $wallet.setKey('credits', 99);
    await give('100').click();
    expect($modal.get()).toEqual({ type: 'NoCreditsTip', amount: 100 });
    expect(api.requests).toEqual([]);
  });
});
