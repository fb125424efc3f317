import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RECEIPTS_PAGE, type Receipt } from '#contract/chat/receipt-calls.ts';
import { forgetHistory } from '#lib/wallet/spending/history.ts';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { History } from './History.tsx';

const receipt = (session: string, changes: Partial<Receipt> = {}): Receipt => ({
  session,
  performer: 'Vera',
  startedAt: '2026-11-20T13:05:00.000Z',
  endedAt: '2026-11-20T13:07:00.000Z',
  reason: 'left',
  modes: ['chat'],
  minutes: 2,
  deliveredMs: 75_000,
  paidMs: 75_000,
  stalledMs: 0,
  charged: 1120,
  returned: 40,
  tips: 250,
  total: 1330,
  ...changes,
});

const free: Partial<Receipt> = { modes: ['free'], minutes: 0, charged: 0, returned: 0, tips: 0, total: 0 };

const withToy: Partial<Receipt> = { toy: { bought: 30, played: 5, returned: 0 } };

const sites = [
  {
    lang: 'nl',
    row: /^Vera20 nov 2026, 14:05Chat · 2 minuten gekocht · 00:01:15 gekeken · Toy: 5 van 30 sChattijd1\.120 creditsFooien250 creditsTeruggekregen-40 creditsTotaal1\.330 credits$/,
    free: /Gratis chat · 00:01:15 gekekenTotaal0 credits$/,
    empty: /^Je hebt nog bij niemand gekeken/,
    failed: 'Je eerdere chats konden niet worden geladen.',
    retry: 'Probeer opnieuw',
    older: 'Ouder',
    newer: 'Nieuwer',
    page: 'Pagina 2 van 2',
  },
  {
    lang: 'en',
    row: /^VeraNov 20, 2026, 2:05.*Chat · 2 minutes bought · Watched for 00:01:15 · Toy: 5 of 30 sChat time1,120 creditsTips250 creditsGiven back-40 creditsTotal1,330 credits$/,
    free: /Free chat · Watched for 00:01:15Total0 credits$/,
    empty: /^You have not watched anybody yet/,
    failed: 'Your past chats could not be loaded.',
    retry: 'Try again',
    older: 'Older',
    newer: 'Newer',
    page: 'Page 2 of 2',
  },
] as const;

describe.each(ofThisRun(sites))('past chats ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    api = stubApi();
    forgetHistory();
    await render(<History />, site.lang);
    await expect.poll(() => api.requests.length).toBe(1);
  });

  const rows = () => page.getByRole('listitem');
  const textOf = (row: number) => rows().elements()[row]?.textContent;
  const button = (name: string) => page.getByRole('button', { name });

  it('show performer, time, duration and cost of each', async () => {
    await expect.element(page.getByRole('status')).toBeVisible();
    expect(api.requests[0]).toMatchObject({ method: 'GET', path: '/api/chat/chat/receipts' });
    api.answer(200, { result: [receipt('a', withToy), receipt('b', free)], total: 2 });
    await expect.poll(() => textOf(0)).toMatch(site.row);
    expect(textOf(1)).toMatch(site.free);
    await expect.element(button(site.older)).not.toBeInTheDocument();
  });

  it('show that there are none', async () => {
    api.answer(200, { result: [], total: 0 });
    await expect.element(page.getByText(site.empty)).toBeVisible();
  });

  it('can be reloaded after a failure', async () => {
    api.answer(503, { label: 'UNAVAILABLE' });
    await expect.element(page.getByRole('alert')).toHaveTextContent(site.failed);
    await button(site.retry).click();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, { result: [receipt('a', withToy)], total: 1 });
    await expect.poll(() => textOf(0)).toMatch(site.row);
  });

  it('are paged, and the keyboard continues at the first of the new page', async () => {
    const full = Array.from({ length: RECEIPTS_PAGE }, (_, number) => receipt(`${number}`));
    api.answer(200, { result: full, total: RECEIPTS_PAGE + 1 });
    await expect.element(button(site.newer)).toBeDisabled();
    button(site.older).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(2);
    expect(rows().elements()).toHaveLength(RECEIPTS_PAGE);
    api.answer(200, { result: [receipt('last', free)], total: RECEIPTS_PAGE + 1 });
    await expect.element(page.getByText(site.page)).toBeVisible();
    await expect.poll(() => rows().elements().length).toBe(1);
    expect(document.activeElement).toBe(page.getByRole('list').element());
    await expect.element(button(site.older)).toBeDisabled();
    await button(site.newer).click();
    await expect.poll(() => api.requests.length).toBe(3);
  });
});
