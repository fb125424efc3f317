import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seeFirstPicture, startMeter } from '#lib/chat/session/meter.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { render, stubApi } from '../../testing/render.ts';
import { watchingAs } from '../../testing/watching.ts';
import { Meter } from './Meter.tsx';

const sites = [
  {
    lang: 'nl',
    price: '60 credits/min',
    spent: '· 60 betaald',
    much: '· 1.260 betaald',
    balance: 'Saldo 4.940 credits',
    stop: 'Stop',
    free: 'Gratis chat',
  },
  {
    lang: 'en',
    price: '60 credits/min',
    spent: '· 60 spent',
    much: '· 1,260 spent',
    balance: 'Balance 4,940 credits',
    stop: 'Stop',
    free: 'Free chat',
  },
] as const;

describe.each(sites)('the meter ($lang)', (site) => {
  beforeEach(() => {
    stubApi();
    $wallet.set({ credits: 4940 });
  });

  const open = async (as: 'guest' | 'member', meter: { price: number; spent: number }) => {
    $chat.set({ ...watchingAs(as), type: meter.price > 0 ? 'chat' : 'free' });
    startMeter(meter);
    seeFirstPicture(Date.now());
    await render(<Meter locale={site.lang} />, site.lang);
  };

  it('says what a minute costs, what was paid, and what is left', async () => {
    await open('member', { price: 60, spent: 60 });
    await expect.element(page.getByText(site.price)).toBeVisible();
    await expect.element(page.getByTestId('spent')).toHaveTextContent(site.spent);
    await expect.element(page.getByTestId('balance')).toHaveTextContent(site.balance);
    startMeter({ price: 60, spent: 1260 });
    await expect.element(page.getByTestId('spent')).toHaveTextContent(site.much);
  });

  it('says that free chat is free, and nothing of a balance to a guest', async () => {
    await open('guest', { price: 0, spent: 0 });
    await expect.element(page.getByText(site.free)).toBeVisible();
    await expect.element(page.getByTestId('spent')).not.toBeInTheDocument();
    await expect.element(page.getByTestId('balance')).not.toBeInTheDocument();
  });

  it('goes with the chat that is stopped', async () => {
    await open('member', { price: 60, spent: 60 });
    await page.getByRole('button', { name: site.stop }).click();
    await expect.poll(() => $chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
    await expect.element(page.getByTestId('spent')).not.toBeInTheDocument();
  });
});
