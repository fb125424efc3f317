import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EndReason } from '#contract/chat/session.ts';
import type { Offer } from '#lib/chat/session/offer.ts';
import { $chat, type Chat } from '#lib/chat/session/store.ts';
import { $drawer, closeDrawer } from '#lib/shell/drawer.ts';
import { $modal, closeModal } from '#lib/shell/modal.ts';
import { render, type StubbedApi, stubApi } from '../../testing/render.ts';
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
    broke: 'Je credits zijn op',
    wallet: 'Credits kopen',
    failed: 'Meekijken lukt nu niet',
    noPicture: 'Het beeld is nu niet beschikbaar',
    nothing: 'Zolang er geen beeld is, betaal je niets. Probeer het zo nog eens.',
    browser: 'Je browser kan dit beeld niet afspelen',
    offline: 'Vera is nu niet live',
    paused: 'Vera is zo terug',
    busy: 'Vera is in een VIP-chat',
    profile: 'Bekijk profiel',
    signUp: 'Gratis aanmelden',
    login: 'Inloggen',
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
    broke: 'You are out of credits',
    wallet: 'Buy credits',
    failed: 'Watching does not work right now',
    noPicture: 'The picture is not available right now',
    nothing: 'While there is no picture you pay nothing. Please try again in a moment.',
    browser: 'Your browser cannot play this picture',
    offline: 'Vera is not live right now',
    paused: 'Vera will be right back',
    busy: 'Vera is in a VIP chat',
    profile: 'See profile',
    signUp: 'Sign up for free',
    login: 'Log in',
  },
] as const;

describe.each(sites)('the stage ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    closeDrawer();
    $chat.set({ status: 'idle' });
  });

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
  const joins = () => api.asked.filter(({ method }) => method === 'POST');

  it('has the price on the button, and joins once by keyboard', async () => {
    await open('paid');
    await expect.element(title()).toHaveTextContent(site.startTitle);
    expect(api.asked).toEqual([]);
    await userEvent.keyboard('{Tab}');
    await expect.element(button(site.start)).toHaveFocus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.poll(() => $chat.get().status).toBe('joining');
    // What is on its way leaves the stage to the picture.
    await expect.element(title()).not.toBeInTheDocument();
    await expect.poll(joins).toMatchObject([{ body: { performer: 'Vera' } }]);
  });

  it('asks a guest to register, or to log in', async () => {
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
  ] as const)('of a performer who is %s leads on', async (offer, told) => {
    await open(offer);
    await expect.element(title()).toHaveTextContent(told);
    const profile = page.getByRole('link', { name: site.profile });
    await expect.element(profile).toHaveAttribute('href', '/profile/Vera');
    await expect.element(page.getByText('related')).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it.each([
    ['left', site.left, 'paid', site.goOn],
    ['duplicate_session', site.elsewhere, 'free', site.free],
    ['guest_expired', site.over, 'free', site.signUp],
    ['no_credits', site.broke, 'paid', site.wallet],
  ] as const)(
    'says that it ended by %s, to who listens too, and how to go on',
    async (reason, told, offer, next) => {
      await open(offer, ended(reason));
      await expect.element(title()).toHaveTextContent(told);
      await expect.element(page.getByRole('status')).toHaveTextContent(told);
      await expect.element(button(next)).toBeVisible();
    },
  );

  it('opens the wallet of who has no credits left', async () => {
    await open('paid', ended('no_credits'));
    await button(site.wallet).click();
    expect($drawer.get()).toBe('wallet');
  });

  it('says what failed, that nothing is charged, and tries again', async () => {
    await open('paid', failed('badRequest.media.unavailable'));
    await expect.element(title()).toHaveTextContent(site.noPicture);
    await expect.element(page.getByText(site.nothing)).toBeVisible();
    $chat.set(failed('UNAVAILABLE'));
    await expect.element(title()).toHaveTextContent(site.failed);
    await button(site.goOn).click();
    await expect.poll(joins).toMatchObject([{ body: { performer: 'Vera' } }]);
  });

  it('offers no second try to a browser that can not play it', async () => {
    await open('paid', failed('player.unsupported'));
    await expect.element(title()).toHaveTextContent(site.browser);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});
