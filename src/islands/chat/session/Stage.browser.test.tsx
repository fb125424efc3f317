import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Receipt } from '#contract/chat/receipt-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { startMeter } from '#lib/chat/meter.ts';
import type { Offer } from '#lib/chat/offer.ts';
import { $offeredPrices } from '#lib/chat/prices.ts';
import { keepRests } from '#lib/chat/rests.ts';
import { $rejoins } from '#lib/chat/session/rejoin.ts';
import { $chat, $interrupted, $isWelcome, $receipt, type Chat } from '#lib/chat/store.ts';
import { $drawer, $modal, closeDrawer, closeModal } from '#lib/shell/start/dialogs.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Stage } from './Stage.tsx';

const sites = [
  {
    lang: 'nl',
    startTitle: 'Chat met Vera',
    start: 'Start voor 60 credits per minuut',
    goOn: 'Kijk verder voor 60 credits per minuut',
    free: 'Kijk gratis mee',
    left: 'Je hebt de chat verlaten',
    elsewhere: 'Je kijkt al in een ander tabblad',
    over: 'Je gratis minuut is voorbij',
    broke: 'Je saldo is te laag om verder te kijken',
    wallet: 'Credits kopen',
    failed: 'Meekijken lukt nu niet',
    noPicture: 'Het beeld is nu niet beschikbaar',
    nothing: 'Zolang er geen beeld is, betaal je niets. Probeer het zo nog eens.',
    browser: 'Je browser kan dit beeld niet afspelen',
    tooOld: 'Je browser is te oud om veilig te zijn',
    format: 'Je browser kan deze stream niet afspelen',
    others: 'Met Chrome, Edge of Safari kun je wel kijken.',
    offline: 'Vera is nu niet live',
    paused: 'Vera is zo terug',
    busy: 'Vera is in een VIP-chat',
    profile: 'Bekijk profiel',
    wait: 'Wacht op Vera',
    welcome: 'Je kunt weer in de chat van Vera',
    openAgain: /Je kunt weer in deze chat vanaf \d\d:\d\d\./,
    forGood: 'Dit geldt voorgoed, tenzij Vera het terugdraait.',
    signUp: 'Gratis aanmelden',
    login: 'Inloggen',
    paid: 'Je betaalde 1.319 credits.',
    parts: [
      'Bekeken: 00:01:09',
      'Chattijd: 120 credits',
      'Fooien: 1.250 credits',
      'Teruggekregen: 51 credits',
    ],
    rest: 'Er is nog 00:41 over van de tijd die je hebt betaald. Die blijft 5 minuten geldig.',
    vipRest:
      'Er is nog 00:34 over van je betaalde VIP-tijd. Die blijft 4 minuten geldig, voor een show die Vera opnieuw accepteert.',
    goOnPaid: 'Ga verder, 00:41 al betaald',
    thenPaid: 'Daarna betaal je 60 credits per minuut, vooraf. Je stopt wanneer je wilt.',
    stay: 'Samen met wat je net daarvoor keek.',
    staySum: 'Je betaalde 1.439 credits.',
    paidTime: 'Betaalde tijd: 00:00:10',
    stopped: 'De stream is gestopt',
    back: 'Vera is terug',
    isOffline: 'Vera is nu offline',
    takesBreak: 'Vera neemt pauze',
    whenBack: 'Zodra Vera terug is, kun je hier verder kijken.',
    nowOffline: 'Vera is nu niet live. Bekijk het profiel, of kies iemand die nu wel live is.',
    inAdvance: 'Je betaalt telkens # seconden vooruit',
    byMinute: /minuut vooraf/,
    topUp: 'Een minuut kost 60 credits. Vul je saldo aan om verder te kijken.',
    takesOver: 'Kijk je hier verder, dan stopt het andere tabblad.',
    account:
      'Met een gratis account kijk je verder zonder tijdslimiet. Bevestig je e-mailadres en je krijgt 120 credits cadeau.',
    rejoins:
      'Zodra de verbinding terug is, kijk je vanzelf verder. Tot dan staat je betaalde tijd stil, na hooguit enkele seconden.',
  },
  {
    lang: 'en',
    startTitle: 'Chat with Vera',
    start: 'Start for 60 credits a minute',
    goOn: 'Go on for 60 credits a minute',
    free: 'Watch for free',
    left: 'You have left the chat',
    elsewhere: 'You have joined this chat on a different tab',
    over: 'Your free minute is over',
    broke: 'Your balance is too low to go on',
    wallet: 'Buy credits',
    failed: 'Watching does not work right now',
    noPicture: 'The picture is not available right now',
    nothing: 'While there is no picture you pay nothing. Please try again in a moment.',
    browser: 'Your browser cannot play this picture',
    tooOld: 'Your browser is too old to be safe',
    format: 'Your browser cannot play this stream',
    others: 'Chrome, Edge and Safari can play it.',
    offline: 'Vera is not live right now',
    paused: 'Vera will be right back',
    busy: 'Vera is in a VIP chat',
    profile: 'See profile',
    wait: 'Wait for Vera',
    welcome: 'You can come back to Vera',
    openAgain: /You can come back to this chat from \d\d:\d\d\./,
    forGood: 'This is for good, unless Vera undoes it.',
    signUp: 'Sign up for free',
    login: 'Log in',
    paid: 'You paid 1,319 credits.',
    parts: ['Watched: 00:01:09', 'Chat time: 120 credits', 'Tips: 1,250 credits', 'Given back: 51 credits'],
    rest: '00:41 of the time you paid is left and stays valid for 5 minutes.',
    vipRest:
      '00:34 of the VIP time you paid is left: it stays valid for 4 minutes, for a show that Vera accepts again.',
    goOnPaid: 'Continue, 00:41 already paid',
    thenPaid: 'After that you pay 60 credits a minute, in advance. You stop whenever you like.',
    stay: 'With what you watched just before.',
    staySum: 'You paid 1,439 credits.',
    paidTime: 'Paid time: 00:00:10',
    stopped: 'The stream has stopped',
    back: 'Vera is back',
    isOffline: 'Vera is offline now',
    takesBreak: 'Vera is taking a break',
    whenBack: 'As soon as Vera is back you can go on watching here.',
    nowOffline: 'Vera is not live now. See the profile, or choose someone who is live.',
    inAdvance: 'You pay # seconds in advance each time',
    byMinute: /by the minute/,
    topUp: 'A minute costs 60 credits. Top up your balance to go on watching.',
    takesOver: 'If you go on here, the other tab stops.',
    account:
      'With a free account you go on watching without a time limit. Confirm your e-mail address and you get 120 credits for free.',
    rejoins:
      'As soon as the connection is back you go on watching. Until then your paid time stands still, after a few seconds at most.',
  },
] as const;

const receipt: Receipt = {
  session: 's1',
  performer: 'Vera',
  startedAt: '2026-11-20T12:00:00.000Z',
  endedAt: '2026-11-20T12:01:09.000Z',
  reason: 'paused',
  modes: ['chat'],
  minutes: 2,
  deliveredMs: 69_000,
  paidMs: 69_000,
  stalledMs: 0,
  charged: 120,
  returned: 51,
  tips: 1250,
  total: 1319,
};

const chatRest = { mode: 'chat', leftMs: 41_000, keptMs: 300_000 } as const;

const LiveStage = ({ $offer }: { $offer: ReadableAtom<Offer> }) => (
  <Stage offer={useStore($offer)} name="Vera" profileHref="/profile/Vera" related={null} />
);

describe.each(ofThisRun(sites))('the stage ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    closeDrawer();
    $chat.set({ status: 'idle' });
    $receipt.set(null);
    $wallet.set({ credits: null });
    startMeter({ price: 0, spent: 0, paidMs: 0, leftMs: null });
    keepRests([]);
  });

  /** The performer's offer can be changed while the stage is shown. */
  const openLive = async (first: Offer, chat: Chat): Promise<(next: Offer) => void> => {
    const $now = atom(first);
    $chat.set(chat);
    await render(<LiveStage $offer={$now} />, site.lang);
    return (next) => $now.set(next);
  };
  const open = (offer: Offer, chat?: Chat) => {
    if (chat) $chat.set(chat);
    const related = <p>related</p>;
    return render(
      <Stage offer={offer} name="Vera" profileHref="/profile/Vera" related={related} />,
      site.lang,
    );
  };
  const ended = (reason: EndReason): Chat => ({ status: 'ended', performer: 'Vera', reason });
  const failed = (label: (Chat & { status: 'failed' })['label']): Chat => ({
    status: 'failed',
    performer: 'Vera',
    label,
  });
  const title = () => page.getByRole('heading', { level: 2 });
  const button = (name: string) => page.getByRole('button', { name });
  const joins = () => api.requests.filter(({ method }) => method === 'POST');

  it('shows the receipt item by item, and none if nothing was paid', async () => {
    $receipt.set(receipt);
    await open('paid', ended('paused'));
    await expect.element(page.getByText(site.paid)).toBeVisible();
    for (const part of site.parts) await expect.element(page.getByText(part)).toBeVisible();
    $receipt.set({ ...receipt, charged: 0, returned: 0, tips: 0, total: 0 });
    await expect.element(page.getByTestId('receipt')).not.toBeInTheDocument();
  });

  it('says after Stop that the rest of the minute is kept for a while', async () => {
    keepRests([chatRest, { mode: 'vip', leftMs: 34_900, keptMs: 240_000 }]);
    $receipt.set({ ...receipt, reason: 'left' });
    await open('paid', ended('left'));
    await expect.element(page.getByText(site.rest)).toBeVisible();
    await expect.element(page.getByText(site.vipRest)).toBeVisible();
    await expect.element(button(site.goOnPaid)).toBeVisible();
    await expect.element(page.getByText(site.thenPaid)).toBeVisible();
    keepRests([]);
    await expect.element(page.getByText(site.rest)).not.toBeInTheDocument();
    await expect.element(button(site.goOn)).toBeVisible();
  });

  it('shows the cost including the chats whose minute it continued, and the paid time', async () => {
    const stay = {
      minutes: 4,
      deliveredMs: 189_000,
      paidMs: 189_000,
      charged: 240,
      returned: 51,
      tips: 1250,
    };
    $receipt.set({ ...receipt, stay: { ...stay, total: 1439 } });
    await open('paid', ended('paused'));
    await expect.element(page.getByText(site.staySum)).toBeVisible();
    await expect.element(page.getByText(site.stay)).toBeVisible();
    $receipt.set({ ...receipt, paidMs: 10_000 });
    await expect.element(page.getByText(site.paidTime)).toBeVisible();
    await expect.element(page.getByText(site.stay)).not.toBeInTheDocument();
  });

  it('continues with the paid rest on return', async () => {
    keepRests([chatRest]);
    await open('paid');
    await expect.element(button(site.goOnPaid)).toBeVisible();
    await button(site.goOnPaid).click();
    await expect.poll(joins).toHaveLength(1);
  });

  it('leads to the wallet first if the balance is too low, also before a chat', async () => {
    $wallet.set({ credits: 0 });
    await open('paid');
    await expect.element(page.getByText(site.topUp)).toBeVisible();
    await expect.element(page.getByRole('button').first()).toHaveTextContent(site.wallet);
    // The last minute was used up less than a second ago.
    startMeter({ price: 60, spent: 60, paidMs: 0, leftMs: 600 });
    $chat.set(ended('no_credits'));
    await expect.element(page.getByRole('button').first()).toHaveTextContent(site.wallet);
  });

  it.each(['ping-auth-expired', 'service-ended'] as const)(
    'says after %s that it rejoins, only if it does',
    async (reason) => {
      $rejoins.set('chat');
      await open('paid', ended(reason));
      await expect.element(page.getByText(site.rejoins)).toBeVisible();
      $rejoins.set(null);
      await expect.element(page.getByText(site.rejoins)).not.toBeInTheDocument();
    },
  );

  it('shows no card while a restart interrupts the chat', async () => {
    $interrupted.set(watchingAs('member'));
    await open('paid', ended('service-ended'));
    await expect.element(title()).not.toBeInTheDocument();
    $interrupted.set(null);
    await expect.element(title()).toBeVisible();
  });

  it('shows the price on the button, and joins once by keyboard', async () => {
    await open('paid');
    await expect.element(title()).toHaveTextContent(site.startTitle);
    expect(api.requests).toEqual([]);
    await userEvent.keyboard('{Tab}');
    await expect.element(button(site.start)).toHaveFocus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.poll(() => $chat.get().status).toBe('joining');
    // While joining, the stage makes room for the picture.
    await expect.element(title()).not.toBeInTheDocument();
    await expect.poll(joins).toMatchObject([{ body: { performer: 'Vera' } }]);
  });

  it('asks a guest to register or to log in', async () => {
    await open('register');
    await button(site.signUp).click();
    expect($modal.get()).toEqual({ type: 'Register' });
    await button(site.login).click();
    expect($modal.get()).toEqual({ type: 'Login' });
  });

  it.each([
    ['offline', site.offline],
    ['paused', site.paused],
    ['busy', site.busy],
  ] as const)('for a performer who is %s offers a next step', async (offer, text) => {
    await open(offer);
    await expect.element(title()).toHaveTextContent(text);
    const profile = page.getByRole('link', { name: site.profile });
    await expect.element(profile).toHaveAttribute('href', '/profile/Vera');
    await expect.element(page.getByText('related')).toBeVisible();
    await expect.element(button(site.goOn)).not.toBeInTheDocument();
    // The viewer can wait for the end of a show.
    await expect.poll(() => page.getByRole('button').elements().length).toBe(offer === 'busy' ? 1 : 0);
  });

  it.each([
    ['offline', null, 'profile'],
    ['paused', null, 'profile'],
    ['busy', null, 'wait'],
    ['paid', 'left', 'goOn'],
    ['busy', 'vip-started', 'wait'],
    ['offline', 'host-disconnected', 'profile'],
    ['paid', 'kicked', 'profile'],
    ['register', 'guest_expired', 'signUp'],
  ] as const)('for %s after %s has one main button: %s', async (offer, reason, main) => {
    $wallet.set({ credits: 1000 });
    await open(offer, reason ? ended(reason) : undefined);
    const mains = () => [...document.querySelectorAll('.btn-primary')].map((one) => one.textContent);
    await expect.poll(mains).toEqual([site[main]]);
    // The main button is the first one.
    expect(document.querySelector('.stream-card .btn')?.textContent).toBe(site[main]);
  });

  it('shows a kicked viewer when the chat is open again', async () => {
    await open('free', ended('kicked'));
    await expect.poll(() => api.requests.at(-1)?.path).toContain('/chat/welcome');
    api.answer(200, { isWelcome: false, leftMs: 600_000 });
    await expect.poll(() => document.body.textContent).toMatch(site.openAgain);
    await expect.element(button(site.free)).not.toBeInTheDocument();
    $isWelcome.set(true);
    await expect.element(title()).toHaveTextContent(site.welcome);
    await expect.element(page.getByRole('status').first()).toHaveTextContent(site.welcome);
    await expect.element(button(site.free)).toBeVisible();
    expect(document.body.textContent).not.toMatch(site.openAgain);
  });

  it('shows a blocked viewer that it is permanent', async () => {
    await open('free', ended('kicked'));
    await expect.poll(() => api.requests.at(-1)?.path).toContain('/chat/welcome');
    api.answer(200, { isWelcome: false, leftMs: null });
    await expect.element(page.getByText(site.forGood)).toBeVisible();
  });

  it.each([
    ['left', site.left, 'paid', site.goOn],
    ['duplicate_session', site.elsewhere, 'free', site.free],
    ['guest_expired', site.over, 'free', site.signUp],
    ['no_credits', site.broke, 'paid', site.wallet],
    ['default', site.stopped, 'paid', site.goOn],
  ] as const)(
    'L3.17 L4.44 says that it ended by %s, also to screen readers, and how to continue',
    async (reason, text, offer, next) => {
      $wallet.set({ credits: reason === 'no_credits' ? 0 : 1000 });
      await open(offer, ended(reason));
      await expect.element(title()).toHaveTextContent(text);
      await expect.element(page.getByRole('status')).toHaveTextContent(text);
      await expect.element(button(next)).toBeVisible();
    },
  );

  it.each([
    ['host-disconnected', 'offline', site.isOffline],
    ['paused', 'paused', site.takesBreak],
    ['paused', 'offline', site.isOffline],
    ['chat-switch', 'busy', site.busy],
  ] as const)(
    'L3.16 L4.30 after %s matches the status %s, and continues once she is back',
    async (reason, offer, text) => {
      const change = await openLive(offer, ended(reason));
      await expect.element(title()).toHaveTextContent(text);
      await expect.element(button(site.goOn)).not.toBeInTheDocument();
      change('paid');
      await expect.element(title()).toHaveTextContent(site.back);
      await expect.element(page.getByRole('status')).toHaveTextContent(site.back);
      await expect.element(button(site.goOn)).toBeVisible();
      change('busy');
      await expect.element(title()).toHaveTextContent(site.busy);
      await expect.element(page.getByText(site.whenBack)).toBeVisible();
      await expect.element(button(site.goOn)).not.toBeInTheDocument();
    },
  );

  it('does not call a performer offline who is shown as live', async () => {
    await open('paid', ended('host-disconnected'));
    await expect.element(title()).toHaveTextContent(site.stopped);
    await expect.element(button(site.goOn)).toBeVisible();
  });

  it.each(['left', 'no_credits', 'duplicate_session', 'guest_expired', 'default', 'failed'] as const)(
    'offers nothing after %s while the performer is away, and says so',
    async (reason) => {
      $wallet.set({ credits: 0 });
      await open('offline', ended(reason));
      await expect.element(page.getByText(site.nowOffline)).toBeVisible();
      await expect.element(page.getByRole('button')).not.toBeInTheDocument();
      await expect.element(page.getByRole('link', { name: site.profile })).toBeVisible();
    },
  );

  it.each([30, 10] as const)('says that units of %i seconds are paid in advance', async (unitSeconds) => {
    $wallet.set({ credits: 1000 });
    $offeredPrices.set({ chat: 60, vip: 240, unitSeconds });
    onTestFinished(() => $offeredPrices.set(null));
    await open('paid', { status: 'idle' });
    await expect
      .element(page.getByText(new RegExp(site.inAdvance.replace('#', `${unitSeconds}`))))
      .toBeVisible();
    await expect.element(page.getByText(site.byMinute)).not.toBeInTheDocument();
  });

  it('offers another minute only if it can be paid, else the wallet', async () => {
    $wallet.set({ credits: 59 });
    await open('paid', ended('left'));
    await expect.element(page.getByText(site.topUp)).toBeVisible();
    await expect.element(button(site.goOn)).not.toBeInTheDocument();
    await button(site.wallet).click();
    expect($drawer.get()).toBe('wallet');
    $wallet.set({ credits: 60 });
    await expect.element(button(site.goOn)).toBeVisible();
    await expect.element(button(site.wallet)).not.toBeInTheDocument();
  });

  it('offers the kept rest of a minute without credits', async () => {
    $wallet.set({ credits: 0 });
    keepRests([chatRest]);
    await open('paid', ended('left'));
    await expect.element(button(site.goOnPaid)).toBeVisible();
    keepRests([]);
    await expect.element(button(site.wallet)).toBeVisible();
    // The rest runs on in the other tab, and would continue here.
    $chat.set(ended('duplicate_session'));
    await expect.element(button(site.goOn)).toBeVisible();
  });

  it('explains the effect of another tab and of another account', async () => {
    await open('paid', ended('duplicate_session'));
    await expect.element(page.getByText(site.takesOver)).toBeVisible();
    $chat.set(ended('guest_expired'));
    await expect.element(page.getByText(site.account)).toBeVisible();
    await expect.element(button(site.signUp)).toBeVisible();
    await expect.element(button(site.goOn)).not.toBeInTheDocument();
  });

  it('opens the wallet without credits', async () => {
    $wallet.set({ credits: 0 });
    await open('paid', ended('no_credits'));
    await button(site.wallet).click();
    expect($drawer.get()).toBe('wallet');
  });

  it('L8.7 says what failed, that nothing is charged, and retries', async () => {
    await open('paid', failed('badRequest.media.unavailable'));
    await expect.element(title()).toHaveTextContent(site.noPicture);
    await expect.element(page.getByText(site.nothing)).toBeVisible();
    $chat.set(failed('UNAVAILABLE'));
    await expect.element(title()).toHaveTextContent(site.failed);
    await button(site.goOn).click();
    await expect.poll(joins).toMatchObject([{ body: { performer: 'Vera' } }]);
  });

  it.each([
    ['can not play it', 'player.unsupported', site.browser],
    ['is too old', 'player.outdated', site.tooOld],
  ] as const)('L8.15 offers no retry to a browser that %s', async (_, label, text) => {
    await open('paid', failed(label));
    await expect.element(title()).toHaveTextContent(text);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('names the browsers that can play what this one cannot', async () => {
    await open('free', failed('player.format'));
    await expect.element(title()).toHaveTextContent(site.format);
    await expect.element(page.getByText(site.others, { exact: false })).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});
