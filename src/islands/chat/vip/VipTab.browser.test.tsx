import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { startMeter } from '#lib/chat/meter.ts';
import { $agreedPrices } from '#lib/chat/prices.ts';
import { keepRests } from '#lib/chat/rests.ts';
import { $chat } from '#lib/chat/store.ts';
import { $tab, openTab } from '#lib/chat/tabs.ts';
import { pageVip } from '#lib/chat/vip/vip.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { logInAnna, watchingAs } from '#lib/testing/visitor.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { EndVip } from './EndVip.tsx';
import { ShowOrWait, WaitHere } from './late/ShowOrWait.tsx';
import { VipTab } from './VipTab.tsx';

const sites = [
  {
    lang: 'nl',
    ask: 'Vraag een VIP-show aan',
    inAdvance: '240 credits per minuut, telkens # seconden vooraf',
    price: /^240 credits per minuut, telkens 60 seconden vooraf/,
    sure: 'Vera om een VIP-show vragen voor 240 credits per minuut?',
    yes: 'Ja, vraag aan',
    no: 'Nee',
    left: /^Nog 1[12]\d seconden om te antwoorden/,
    withdraw: 'Trek de aanvraag in',
    running: 'Je bent in een VIP-show met Vera, zonder andere kijkers.',
    kept: /^De show blijft nog 4[12] seconden voor je staan/,
    goOn: 'Verder met de show voor 240 credits per minuut',
    stop: 'Beëindig de show…',
    end: 'Beëindig de show',
    stay: 'In de show blijven',
    failed: /heeft Vera niet bereikt/,
    start: 'Start de chat om Vera om een VIP-show te vragen.',
    wait: 'Wacht op Vera',
    leave: 'Niet meer wachten',
    others: /Er wachten nog 2 andere kijkers/,
    rest: /^Er is nog 00:34 over van je betaalde VIP-tijd/,
    sureRest: /^De show begint met de 00:34 die je al hebt betaald/,
    endKept:
      /^Er is nog 00:5\d over van de tijd die je hebt betaald\. Die blijft 5 minuten geldig: accepteert Vera opnieuw/,
    endNone: /^Er wordt niets meer afgeschreven/,
    goOnPaid: 'Verder met de show, 00:34 al betaald',
  },
  {
    lang: 'en',
    ask: 'Ask for a VIP show',
    inAdvance: '240 credits a minute, # seconds in advance each time',
    price: /^240 credits a minute, 60 seconds in advance each time/,
    sure: 'Ask Vera for a VIP show at 240 credits a minute?',
    yes: 'Yes, ask',
    no: 'No',
    left: /^1[12]\d seconds left to answer/,
    withdraw: 'Take the request back',
    running: 'You are in a VIP show with Vera, without other viewers.',
    kept: /^It is kept for 4[12] more seconds/,
    goOn: 'Go on with the show for 240 credits a minute',
    stop: 'End the show…',
    end: 'End the show',
    stay: 'Stay in the show',
    failed: /did not reach Vera/,
    start: 'Start the chat to ask Vera for a VIP show.',
    wait: 'Wait for Vera',
    leave: 'Stop waiting',
    others: /2 other viewers are waiting/,
    rest: /^00:34 of the VIP time you paid before is left/,
    sureRest: /^The show begins with the 00:34 you have paid already/,
    endKept: /^00:5\d of the time you paid is left\. It stays valid for 5 minutes: if Vera accepts again/,
    endNone: /^No further time is charged/,
    goOnPaid: 'Continue the show, 00:34 already paid',
  },
] as const;

const { $vip, $wantsVip } = pageVip;

const vip = (state: string, reason: string | null = null) => ({
  request: 'r1',
  state,
  reason,
  leftMs: state === 'pending' ? 120_000 : 0,
});

describe.each(ofThisRun(sites))('a VIP show ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    openTab('vip');
    $vip.set({ status: 'idle' });
    $wantsVip.set(false);
    keepRests([]);
    $wallet.setKey('credits', 1000);
    $chat.set(watchingAs('member'));
  });

  const open = () => render(<VipTab name="Vera" />, site.lang);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const question = () => page.getByRole('alertdialog', { name: site.sure });
  const actions = () => api.requests.map(({ body }) => (body as { action?: string } | null)?.action);

  it('L2.4 shows its price before it can be requested', async () => {
    await open();
    await expect.element(page.getByText(site.price)).toBeVisible();
    await button(site.ask).click();
    await expect.element(question()).toBeVisible();
    await expect.element(button(site.no)).toHaveFocus();
    await expectAccessible();
    expect(api.requests).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(button(site.ask)).toBeVisible();
    expect($vip.get().status).toBe('idle');
  });

  it.each([30, 10] as const)('says that units of %i seconds are paid in advance', async (unitSeconds) => {
    $agreedPrices.set({ chat: 60, vip: 240, unitSeconds });
    onTestFinished(() => $agreedPrices.set(null));
    await open();
    const inAdvance = new RegExp(site.inAdvance.replace('#', `${unitSeconds}`));
    await expect.element(page.getByText(inAdvance)).toBeVisible();
  });

  it('starts with the rest of an earlier show, without a minimum', async () => {
    keepRests([{ mode: 'vip', leftMs: 34_500, keptMs: 200_000 }]);
    $wallet.setKey('credits', 10);
    await open();
    await expect.element(page.getByText(site.rest)).toBeVisible();
    await button(site.ask).click();
    await expect.element(page.getByText(site.sureRest)).toBeVisible();
    await expectAccessible();
  });

  it('shows before its end which rest can be used later', async () => {
    $chat.set({ ...watchingAs('member'), type: 'vip' });
    startMeter({ price: 240, spent: 240, paidMs: 2000, leftMs: 58_000 });
    await render(
      <InDialog>
        <EndVip modal={{ type: 'EndVip' }} close={() => {}} />
      </InDialog>,
      site.lang,
    );
    await expect.element(page.getByText(site.endKept)).toBeVisible();
    startMeter({ price: 240, spent: 240, paidMs: 60_000, leftMs: null });
    await expect.element(page.getByText(site.endNone)).toBeVisible();
  });

  it('L4.49 shows a countdown while waiting, and can be withdrawn', async () => {
    await open();
    await button(site.ask).click();
    await button(site.yes).click();
    await expect.poll(actions).toEqual(['requestVip']);
    api.answer(200, { vip: vip('pending') });
    await expect.element(page.getByText(site.left)).toBeVisible();
    await button(site.withdraw).click();
    await expect.poll(actions).toEqual(['requestVip', 'stopVip']);
    api.answer(200, { vip: vip('declined', 'withdrawn') });
    await expect.element(button(site.ask)).toBeVisible();
  });

  it('L4.49 shows that a request did not arrive, and can be requested again', async () => {
    await open();
    await button(site.ask).click();
    await button(site.yes).click();
    await expect.poll(actions).toEqual(['requestVip']);
    api.answer(500, { label: 'UNDEFINED_ERROR' });
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await button(site.ask).click();
    await expect.element(question()).toBeVisible();
  });

  it('L4.50 opens the wallet below 480 credits', async () => {
    $wallet.setKey('credits', 479);
    await open();
    await button(site.ask).click();
    expect($tab.get()).toBe('wallet');
    expect($vip.get().status).toBe('idle');
  });

  it('is for members: asks a guest to register', async () => {
    $chat.set(watchingAs('guest'));
    await open();
    await button(site.ask).click();
    expect($modal.get()).toEqual({ type: 'Register' });
    // With an account and credits, only the price is asked for again; nothing is sent.
    $chat.set(watchingAs('member'));
    await expect.element(question()).toBeVisible();
    expect(api.requests).toEqual([]);
    await button(site.no).click();
    await expect.element(question()).not.toBeInTheDocument();
  });

  it('is offered once more when the missing credits arrive', async () => {
    $wallet.setKey('credits', 479);
    await open();
    await button(site.ask).click();
    await expect.element(question()).not.toBeInTheDocument();
    $wallet.setKey('credits', 1129);
    await expect.element(question()).toBeVisible();
    await button(site.no).click();
    $wallet.setKey('credits', 1000);
    await expect.element(button(site.ask)).toBeVisible();
    await expect.element(question()).not.toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('requires the chat', async () => {
    $chat.set({ status: 'idle' });
    await open();
    await expect.element(page.getByText(site.start)).toBeVisible();
    await expect.element(button(site.ask)).toBeDisabled();
  });

  it('P2.101 ends only after a confirmation', async () => {
    $chat.set({ ...watchingAs('member'), type: 'vip' });
    await open();
    await expect.element(page.getByText(site.running)).toBeVisible();
    await button(site.stop).click();
    expect($modal.get()).toEqual({ type: 'EndVip' });
    expect(api.requests).toEqual([]);
  });

  it('P2.101 continues if the member stays, and ends if the member confirms', async () => {
    $chat.set({ ...watchingAs('member'), type: 'vip' });
    const close = vi.fn();
    await render(
      <InDialog>
        <EndVip modal={{ type: 'EndVip' }} close={close} />
      </InDialog>,
      site.lang,
    );
    await button(site.stay).click();
    expect(close.mock.calls.length).toBe(1);
    expect(api.requests).toEqual([]);
    await button(site.end).click();
    await expect.poll(actions).toEqual(['stopVip']);
    api.answer(200, { vip: vip('stopped') });
    await expect.poll(() => close.mock.calls.length).toBe(2);
  });

  it('also ends while the connection is down', async () => {
    $chat.set({ ...watchingAs('member'), type: 'vip' });
    await render(
      <InDialog>
        <EndVip modal={{ type: 'EndVip' }} close={() => {}} />
      </InDialog>,
      site.lang,
    );
    await button(site.end).click();
    await expect.poll(actions).toEqual(['stopVip']);
    api.answer(500, { label: 'UNDEFINED_ERROR' });
    await expect.poll(() => $chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
  });

  it('can be continued by its member, with its price and how long it is kept', async () => {
    $chat.set({ status: 'idle' });
    logInAnna();
    await render(<ShowOrWait name="Vera" onGoOn={() => {}} />, site.lang);
    await expect.poll(() => api.requests).toMatchObject([{ method: 'GET' }]);
    api.answer(200, { show: { awayMs: 42_000 } });
    await expect.element(page.getByText(site.kept)).toBeVisible();
    await expect.element(button(site.wait)).not.toBeInTheDocument();
    await expect.element(button(site.goOn)).toBeVisible();
    keepRests([{ mode: 'vip', leftMs: 34_500, keptMs: 60_000 }]);
    await button(site.goOnPaid).click();
    await expect.poll(() => api.requests.at(-1)?.body).toMatchObject({ performer: 'Vera', type: 'vip' });
    $chat.set({ status: 'idle' });
    $session.set({ status: 'guest' });
  });

  it('L7.5 can be waited for by others, who see how many wait', async () => {
    await render(<WaitHere name="Vera" />, site.lang);
    await button(site.wait).click();
    await expect.poll(() => api.requests).toMatchObject([{ method: 'PUT', body: { lobby: true } }]);
    api.answer(200, { lobby: true, waiting: 3 });
    await expect.element(page.getByText(site.others)).toBeVisible();
    await button(site.leave).click();
    await expect.poll(() => api.requests.at(-1)?.body).toMatchObject({ lobby: false });
    await expect.element(button(site.wait)).toBeVisible();
  });
});
