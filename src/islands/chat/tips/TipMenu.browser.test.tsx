import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { noTopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import { $chat } from '#lib/chat/store.ts';
import { $items, $topTippers } from '#lib/chat/tips/tip-menu.ts';
import { $draft, $tip, emptyDraft } from '#lib/chat/tips/tips.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { GoalBar } from './GoalBar.tsx';
import { TipTab } from './TipTab.tsx';

const sites = [
  {
    lang: 'nl',
    menu: 'Fooienmenu',
    custom: 'Of een eigen bedrag',
    give: 'Geef 450 credits',
    changed: 'Dit staat niet meer zo op het menu. Kies opnieuw. Je hebt niets betaald.',
    goal: 'Doel',
    second: 'Doel 2 van 3: Taart',
    state: '1.200 van 5.000 credits',
  },
  {
    lang: 'en',
    menu: 'Tip menu',
    custom: 'Or an amount of your own',
    give: 'Give 450 credits',
    changed: 'This is no longer on the menu at that price. Choose again. You have paid nothing.',
    goal: 'Goal',
    second: 'Goal 2 of 3: Taart',
    state: '1,200 of 5,000 credits',
  },
] as const;

describe.each(ofThisRun(sites))('a performer’s menu and goal ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    $tip.set({ status: 'idle' });
    $draft.set(emptyDraft);
    $items.set([]);
    $wallet.setKey('credits', 5000);
    $chat.set(watchingAs('member'));
  });
  const item = () => page.getByRole('group', { name: site.menu }).getByRole('button', { name: /Een lied/ });
  const open = async () => {
    $items.set([{ name: 'Een lied', price: 450 }]);
    await render(<TipTab name="Vera" locale={site.lang} />, site.lang);
  };

  it('an item fills in its price and is sent by its name', async () => {
    await open();
    await item().click();
    await expect.element(item()).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByLabelText(site.custom)).toHaveValue('450');
    await expectAccessible();
    await page.getByRole('button', { name: site.give, exact: true }).click();
    await expect
      .poll(() => api.requests.map(({ body }) => body))
      .toContainEqual(
        expect.objectContaining({ data: expect.objectContaining({ amount: 450, item: 'Een lied' }) }),
      );
  });

  it('shows an item and a goal in the language of the page, else in the performer’s words', async () => {
    const texts = { en: 'A song', nl: 'Een liedje' };
    $items.set([
      { name: 'Lied', price: 450, texts },
      { name: 'Gedicht', price: 500, texts: { de: 'Ein Gedicht' } },
    ]);
    await render(<TipTab name="Vera" locale={site.lang} />, site.lang);
    const items = page.getByRole('group', { name: site.menu }).getByRole('button');
    await expect.element(items.first()).toHaveTextContent(`${texts[site.lang]} 450`);
    await expect.element(items.nth(1)).toHaveTextContent('Gedicht 500');
    await items.first().click();
    expect($draft.get().item).toBe('Lied');
    const goal = { id: 'a', text: 'Torte', texts: { en: 'Cake', nl: 'Taart' }, collected: 0, amount: 500 };
    await render(<GoalBar goal={{ ...goal, place: 1, of: 1 }} />, site.lang);
    await expect
      .element(page.getByTestId('goal').getByText(goal.texts[site.lang], { exact: true }))
      .toBeVisible();
  });

  it('shows the top tippers as a list in order', async () => {
    const tippers = [
      { name: 'bram', credits: 500 },
      { name: 'cato', credits: 100 },
    ];
    await open();
    expect(document.querySelectorAll('ol li')).toHaveLength(0);
    $topTippers.set({ seq: 1, tippers });
    const shown = () => [...document.querySelectorAll('ol li')].map(({ textContent }) => textContent);
    await expect.poll(shown).toEqual(['bram 500 credits', 'cato 100 credits']);
    await expectAccessible();
    $topTippers.set(noTopTippers);
  });

  it('says that an item has changed, and that nothing was paid', async () => {
    await open();
    await item().click();
    await page.getByRole('button', { name: site.give, exact: true }).click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.tip.item' });
    await expect.element(page.getByText(site.changed)).toBeVisible();
  });

  it('the goal is a bar with its text and both amounts', async () => {
    await render(
      <GoalBar goal={{ id: 'a', text: 'Taart', amount: 5000, collected: 1200, place: 2, of: 3 }} />,
      site.lang,
    );
    await expect.element(page.getByTestId('goal')).toHaveTextContent(`${site.second}${site.state}`);
    const bar = page.getByRole('progressbar', { name: site.goal });
    await expect.element(bar).toHaveAttribute('aria-valuetext', site.state);
    await expectAccessible();
  });
});
