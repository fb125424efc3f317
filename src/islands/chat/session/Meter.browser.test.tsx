import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seeFirstPicture, startMeter } from '#lib/chat/meter.ts';
import { $chat, $interrupted } from '#lib/chat/store.ts';
import { $drawer, $modal, closeDrawer, closeModal } from '#lib/shell/start/dialogs.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { ofThisRun, render, stubApi } from '../../testing/render.ts';
import { Meter } from './Meter.tsx';

const sites = [
  {
    lang: 'nl',
    price: '60 credits/min',
    spent: '60 betaald',
    much: '1.260 betaald',
    balance: 'Saldo 4.940 credits',
    stop: 'Stop',
    free: 'Gratis chat',
    last: 'Je saldo reikt nog hooguit een minuut.',
    buy: 'Credits kopen',
  },
  {
    lang: 'en',
    price: '60 credits/min',
    spent: '60 spent',
    much: '1,260 spent',
    balance: 'Balance 4,940 credits',
    stop: 'Stop',
    free: 'Free chat',
    last: 'Your balance carries you for a minute at most.',
    buy: 'Buy credits',
  },
] as const;

describe.each(ofThisRun(sites))('the meter ($lang)', (site) => {
  beforeEach(() => {
    stubApi();
    closeDrawer();
    closeModal();
    $wallet.set({ credits: 4940 });
  });

  const open = async (as: 'guest' | 'member', meter: { price: number; spent: number }) => {
    $chat.set({ ...watchingAs(as), type: meter.price > 0 ? 'chat' : 'free' });
    startMeter({ ...meter, paidMs: 0, leftMs: meter.price > 0 ? 60_000 : null });
    seeFirstPicture(Date.now());
    await render(<Meter locale={site.lang} />, site.lang);
  };

  it('shows the price of a minute, what was paid, and the balance', async () => {
    await open('member', { price: 60, spent: 60 });
    await expect.element(page.getByText(site.price)).toBeVisible();
    await expect.element(page.getByTestId('spent')).toHaveTextContent(site.spent);
    await expect.element(page.getByTestId('balance')).toHaveTextContent(site.balance);
    startMeter({ price: 60, spent: 1260, paidMs: 0, leftMs: 60_000 });
    await expect.element(page.getByTestId('spent')).toHaveTextContent(site.much);
  });

  it('stays, and can be stopped, while a restart interrupts the chat', async () => {
    await open('member', { price: 60, spent: 60 });
    const chat = $chat.get();
    if (chat.status === 'watching') $interrupted.set(chat);
    $chat.set({ status: 'ended', performer: 'Vera', reason: 'service-ended' });
    await expect.element(page.getByTestId('spent')).toHaveTextContent(site.spent);
    await page.getByRole('button', { name: site.stop }).click();
    expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
    $interrupted.set(null);
    await expect.element(page.getByTestId('spent')).not.toBeInTheDocument();
  });

  it('shows that free chat is free, and no balance for a guest', async () => {
    await open('guest', { price: 0, spent: 0 });
    await expect.element(page.getByText(site.free)).toBeVisible();
    await expect.element(page.getByTestId('spent')).not.toBeInTheDocument();
    await expect.element(page.getByTestId('balance')).not.toBeInTheDocument();
  });

  it('announces the last minute, and leads to the wallet beside the picture', async () => {
    await open('member', { price: 60, spent: 60 });
    await expect.element(page.getByText(site.last)).not.toBeInTheDocument();
    $wallet.set({ credits: 59 });
    await expect.element(page.getByRole('status').filter({ hasText: site.last })).toBeVisible();
    await page.getByRole('button', { name: site.buy }).click();
    expect($drawer.get()).toBe('wallet');
    expect($chat.get().status).toBe('watching');
    $wallet.set({ credits: 660 });
    await expect.element(page.getByText(site.last)).not.toBeInTheDocument();
  });

  it('P2.101 asks before it stops a show, except without a connection', async () => {
    await open('member', { price: 240, spent: 240 });
    $chat.set({ ...watchingAs('member'), type: 'vip' });
    await expect
      .element(page.getByRole('button', { name: site.stop }))
      .toHaveAttribute('data-opens', 'EndVip');
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: site.stop })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect($modal.get()).toEqual({ type: 'EndVip' });
    expect($chat.get().status).toBe('watching');
    $chat.set({ ...watchingAs('member'), type: 'vip', contact: 'lost' });
    await page.getByRole('button', { name: site.stop }).click();
    await expect.poll(() => $chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
  });

  it('disappears with the stopped chat', async () => {
    await open('member', { price: 60, spent: 60 });
    const stop = page.getByRole('button', { name: site.stop });
    // Nothing to preload: only a show asks first.
    await expect.element(stop).not.toHaveAttribute('data-opens');
    await stop.click();
    await expect.poll(() => $chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
    await expect.element(page.getByTestId('spent')).not.toBeInTheDocument();
  });
});
