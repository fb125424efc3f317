import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seeFirstPicture, startMeter } from '#lib/chat/meter.ts';
import type { Offer } from '#lib/chat/offer.ts';
import { openRoom } from '#lib/chat/room/messages.ts';
import { $chat, type Chat } from '#lib/chat/store.ts';
import { $drawer, $modal, closeDrawer, closeModal } from '#lib/shell/start/dialogs.ts';
import { $canCall, $dialIn, noDialIn } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { leave, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { WalletTab } from '../../wallet/purchase/late/WalletTab.tsx';
import { ChatTab } from '../room/ChatTab.tsx';
import { TipTab } from '../tips/TipTab.tsx';
import { GoesPaid } from './late/GoesPaid.tsx';
import { Meter } from './Meter.tsx';
import { Stage } from './Stage.tsx';

const sites = [
  {
    lang: 'nl',
    pay: 'Betaal per telefoon',
    price: '€ 0,80/min per telefoon',
    goOn: 'Kijk verder op je gesprek',
    runs: 'Je gesprek loopt en kost € 0,80 per minuut. Hang op om te stoppen met betalen.',
    over: 'Je telefoongesprek is voorbij',
    rename: 'Wijzig je naam (anna)',
    write: 'Schrijf een bericht',
  },
  {
    lang: 'en',
    pay: 'Pay by phone',
    price: '€ 0,80/min by phone',
    goOn: 'Watch on with your call',
    runs: 'Your call is running and costs € 0,80 a minute. Hang up to stop paying.',
    over: 'Your phone call has ended',
    rename: 'Change your name (anna)',
    write: 'Write a message',
  },
] as const;

describe.each(ofThisRun(sites))('a guest paying by phone ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeDrawer();
    closeModal();
    openRoom([]);
    $canCall.set(true);
    $dialIn.set(noDialIn);
  });
  afterEach(() => {
    $canCall.set(false);
    $dialIn.set(noDialIn);
    $chat.set({ status: 'idle' });
  });
  const calls = () =>
    $dialIn.set({ ...noDialIn, init: true, active: true, state: 'IN_CALL', price: '€ 0,80' });
  const stage = (offer: Offer, chat: Chat, canCall?: boolean) => {
    $chat.set(chat);
    return render(
      <Stage offer={offer} name="Vera" profileHref="/profile/Vera" related={null} canCall={canCall} />,
      site.lang,
    );
  };
  const pay = () => page.getByRole('button', { name: site.pay });

  it('sees the offer beside the one to register', async () => {
    await stage('register', { status: 'idle' }, true);
    await pay().click();
    expect($drawer.get()).toBe('dial-in');
  });

  it('sees no offer if the brand has none', async () => {
    await stage('register', { status: 'idle' });
    await expect.element(page.getByRole('heading')).toBeVisible();
    expect(pay().query()).toBeNull();
  });

  it('sees the offer when free chat becomes paid, and beside the credits', async () => {
    await render(<GoesPaid name="Vera" offer="register" />, site.lang);
    await pay().click();
    expect($drawer.get()).toBe('dial-in');
    closeDrawer();
    leave();
    await render(<WalletTab onDone={() => {}} />, site.lang);
    await pay().click();
    expect($drawer.get()).toBe('dial-in');
  });

  it('sees that the call runs while nothing plays, and joins with a click', async () => {
    calls();
    await stage('phone', { status: 'ended', performer: 'Vera', reason: 'left' }, true);
    await expect.element(page.getByText(site.runs)).toBeVisible();
    await page.getByRole('button', { name: site.goOn }).click();
    await expect
      .poll(() => api.requests.at(-1))
      .toMatchObject({
        path: '/api/member/chat/join',
        body: { performer: 'Vera', type: 'chat' },
      });
  });

  it('sees that the call has ended', async () => {
    await stage('register', { status: 'ended', performer: 'Vera', reason: 'dialin_stopped' }, true);
    await expect.element(page.getByRole('heading', { name: site.over })).toBeVisible();
    await expect.element(pay()).toBeVisible();
  });

  it('sees the price of the call instead of credits', async () => {
    calls();
    $chat.set({ ...watchingAs('phone'), type: 'chat' });
    startMeter({ price: 0, spent: 0, paidMs: 0, leftMs: null });
    seeFirstPicture(Date.now());
    await render(<Meter locale={site.lang} />, site.lang);
    await expect.element(page.getByText(site.price)).toBeVisible();
    expect(page.getByTestId('spent').query()).toBeNull();
    expect(page.getByTestId('balance').query()).toBeNull();
  });

  it('can write in the chat, and change the name', async () => {
    calls();
    $chat.set(watchingAs('phone'));
    await render(<ChatTab name="Vera" />, site.lang);
    await page.getByRole('textbox', { name: site.write }).fill('Hallo');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => api.requests.at(-1)?.body)
      .toMatchObject({ action: 'message', data: { message: 'Hallo' } });
    await page.getByRole('button', { name: site.rename }).click();
    expect($modal.get()).toEqual({ type: 'Nickname' });
  });

  it('needs an account for a tip', async () => {
    calls();
    $chat.set(watchingAs('phone'));
    await render(<TipTab name="Vera" locale={site.lang} />, site.lang);
    const give = () => document.querySelector<HTMLButtonElement>('button[type="submit"]');
    await expect.poll(give).not.toBeNull();
    give()?.click();

    expect($modal.get()).toEqual({ type: 'Register' });
  });
});
