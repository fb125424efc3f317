import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepRests } from '#lib/chat/rests.ts';
import { $chat } from '#lib/chat/store.ts';
import { $drawer, $modal, closeDrawer, closeModal } from '#lib/shell/start/dialogs.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../../testing/render.ts';
import { GoesPaid } from './GoesPaid.tsx';

const sites = [
  {
    lang: 'nl',
    title: 'Vera gaat verder in betaalde chat',
    price: 'Verder kijken kost 60 credits per minuut.',
    goOn: 'Kijk verder voor 60 credits per minuut',
    goOnPaid: 'Ga verder, 00:34 al betaald',
    buy: 'Credits kopen',
    signUp: 'Gratis aanmelden',
    nothing: 'Tot nu toe betaalde je niets.',
  },
  {
    lang: 'en',
    title: 'Vera goes on in paid chat',
    price: 'Going on costs 60 credits a minute.',
    goOn: 'Go on for 60 credits a minute',
    goOnPaid: 'Continue, 00:34 already paid',
    buy: 'Buy credits',
    signUp: 'Sign up for free',
    nothing: 'You have paid nothing so far.',
  },
] as const;

describe.each(ofThisRun(sites))('free chat that becomes paid ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    closeDrawer();
    $wallet.set({ credits: 500 });
    $chat.set({ status: 'ended', performer: 'Vera', reason: 'chat-switch' });
  });

  const open = (offer: 'paid' | 'register') => render(<GoesPaid name="Vera" offer={offer} />, site.lang);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('is announced with its price, and joined only by a click that agrees to it', async () => {
    await open('paid');
    await expect.element(page.getByRole('alert').getByRole('heading', { name: site.title })).toBeVisible();
    await expect.element(page.getByText(site.price, { exact: false })).toBeVisible();
    expect(api.requests).toEqual([]);
    // The focused control was removed with the picture: the choice comes next.
    await userEvent.keyboard('{Tab}');
    await expect.element(button(site.goOn)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => api.requests)
      .toMatchObject([{ method: 'POST', body: { performer: 'Vera', type: 'chat' } }]);
  });

  it('ends for a viewer who stops, without a call', async () => {
    await open('paid');
    await button('Stop').click();
    expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
    expect(api.requests).toEqual([]);
  });

  it('leads to the wallet when the balance is too low, unless a rest is left', async () => {
    $wallet.set({ credits: 59 });
    await open('paid');
    await expect.element(button(site.goOn)).not.toBeInTheDocument();
    keepRests([{ mode: 'chat', leftMs: 34_500, keptMs: 60_000 }]);
    await expect.element(button(site.goOnPaid)).toBeVisible();
    keepRests([]);
    await button(site.buy).click();
    expect($drawer.get()).toBe('wallet');
  });

  it('asks a guest to register, and says that nothing was charged', async () => {
    await open('register');
    await expect.element(page.getByText(site.nothing, { exact: false })).toBeVisible();
    await button(site.signUp).click();
    expect($modal.get()).toEqual({ type: 'Register' });
  });
});
