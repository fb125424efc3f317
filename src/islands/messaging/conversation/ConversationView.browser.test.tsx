import { useStore } from '@nanostores/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '#contract/locales.ts';
import { usernamePrompt } from '#lib/member/settings/username-prompt.ts';
import { $unsent } from '#lib/messaging/sending/unsent.ts';
import { withMessage, withReturned } from '#lib/messaging/thread/thread.ts';
import { $device } from '#lib/shell/device.ts';
import { forgetMessages } from '#lib/shell/kept.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { anna, logInAnna } from '#lib/testing/visitor.ts';
import { $wallet } from '#lib/wallet/store.ts';
import type { ConversationState } from '../../../lib/messaging/opened/open-conversations.ts';
import {
  conversationWith,
  fakeConversation,
  privateMessage,
  stateWith,
  vera,
} from '../../testing/messaging.ts';
import {
  expectAccessible,
  leave,
  ofThisRun,
  render,
  type StubbedApi,
  stubApi,
} from '../../testing/render.ts';
import { ClockContext } from '../reader.ts';
import { ConversationView } from './ConversationView.tsx';

const sites = [
  {
    lang: 'nl',
    write: 'Schrijf een bericht',
    send: 'Verstuur',
    price: 'Een bericht kost 60 credits.',
    photo: 'Foto versturen',
    contact: /Deel hier geen contactgegevens/,
    days: ['23-11-2025', 'gisteren', 'vandaag'],
    self: 'Jij schreef:',
    from: 'Vera schreef:',
    unread: 'Nieuwe berichten',
    states: ['Gelezen', 'Bezorgd', 'Verstuurd'],
    mass: 'Ook aan anderen gestuurd',
    returned: '60 credits zijn teruggegeven: er kwam geen antwoord.',
    left: '5 tekens over',
    over: '1 teken te veel',
    blocked: /ontvangt geen berichten van je/,
    waiting: /We proberen het vanzelf opnieuw/,
    retry: 'Opnieuw proberen',
    discard: 'Weghalen',
    typing: 'Vera schrijft…',
    older: 'Oudere berichten laden',
    options: 'Opties voor het gesprek met Vera',
    mute: 'Dempen',
    report: 'Melden…',
    remove: 'Verwijderen…',
    failed: 'De berichten konden niet worden geladen.',
    start: 'Schrijf het eerste bericht aan Vera.',
    news: '1 nieuw bericht',
    fold: 'Minder tonen',
    unfold: 'Alle 251 regels tonen',
  },
  {
    lang: 'en',
    write: 'Write a message',
    send: 'Send',
    price: 'A message costs 60 credits.',
    photo: 'Send a photo',
    contact: /share no contact details/,
    days: ['23/11/2025', 'yesterday', 'today'],
    self: 'You wrote:',
    from: 'Vera wrote:',
    unread: 'New messages',
    states: ['Read', 'Delivered', 'Sent'],
    mass: 'Sent to others too',
    returned: '60 credits were given back: there was no answer.',
    left: '5 characters left',
    over: '1 character too many',
    blocked: /does not receive messages from you/,
    waiting: /We keep trying by ourselves/,
    retry: 'Try again',
    discard: 'Remove',
    typing: 'Vera is writing…',
    older: 'Load older messages',
    options: 'Options for the conversation with Vera',
    mute: 'Mute',
    report: 'Report…',
    remove: 'Delete…',
    failed: 'The messages could not be loaded.',
    start: 'Write the first message to Vera.',
    news: '1 new message',
    fold: 'Show less',
    unfold: 'Show all 251 lines',
  },
] as const;

const clockOf = (locale: Locale) => ({
  now: new Date('2026-11-26T15:00:00Z'),
  locale,
});

function View({ fake, locale }: { fake: ReturnType<typeof fakeConversation>; locale: Locale }) {
  const state = useStore(fake.$state);
  return (
    <ClockContext value={clockOf(locale)}>
      <ConversationView
        state={state}
        conversation={fake.conversation}
        known={conversationWith(7, { other: vera })}
        profileHref="/profile/Vera"
        listHref="/messenger"
        onLeave={() => {}}
      />
    </ClockContext>
  );
}

describe.each(ofThisRun(sites))('a conversation ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    forgetMessages();
    $unsent.set([]);
    $wallet.setKey('credits', 600);
    logInAnna();
  });

  const open = async (state: ConversationState) => {
    const fake = fakeConversation(state);
    await render(<View fake={fake} locale={site.lang} />, site.lang);
    await expect.element(page.getByRole('heading', { name: 'Vera' })).toBeVisible();
    return fake;
  };
  const field = () => page.getByRole('textbox', { name: site.write });
  const bubbles = () => [...document.querySelectorAll<HTMLElement>('[data-owner]')];

  it('P2.121 P2.125 P3.11 starts with the notice, groups by day, and names senders without relying on colour', async () => {
    await open(
      stateWith({
        messages: [
          privateMessage(1, { createdAt: '2025-11-23T12:00:00Z', owner: 'self' }),
          privateMessage(2, { createdAt: '2026-11-25T12:00:00Z', owner: 'self' }),
          privateMessage(3, { owner: 'self' }),
          privateMessage(4, { mass: true }),
        ],
      }),
    );
    await expect.element(page.getByText(site.contact)).toBeVisible();
    const days = [...document.querySelectorAll('h3')].map(({ textContent }) => textContent);
    expect(days).toEqual(site.days);
    const texts = bubbles().map(({ textContent }) => textContent ?? '');
    expect(texts[0]).toContain(`${site.self} message 1`);
    expect(texts[3]).toContain(`${site.from} message 4`);
    for (const [index, state] of site.states.entries()) expect(texts[index]).toContain(state);
    expect(texts[3]).toContain(site.mass);
    expect(texts[3]).toContain('13:00');
    await expectAccessible();
  });

  it('shows at a message that its credits were given back, also when that happens now', async () => {
    const messages = [
      privateMessage(1, { owner: 'self', returned: 60 }),
      privateMessage(2, { owner: 'self' }),
    ];
    const { $state } = await open(stateWith({ messages }));
    await expect.poll(() => bubbles()[0]?.textContent).toContain(site.returned);
    expect(bubbles()[1]?.textContent).not.toContain(site.returned);
    const state = $state.get();
    $state.set({ ...state, thread: withReturned(state.thread, 2, 60) });
    await expect.poll(() => bubbles()[1]?.textContent).toContain(site.returned);
  });

  it('shows messages as plain text, whatever they contain', async () => {
    await open(
      stateWith({ messages: [privateMessage(1, { content: '<img src=x onerror=alert(1)>\n<b>hi</b>' })] }),
    );
    await expect.element(page.getByText('<b>hi</b>', { exact: false }).first()).toBeVisible();
    expect(document.querySelector('[data-owner] img, [data-owner] b')).toBeNull();
  });

  it('P4.35 shows a divider before unread messages, and marks them as read while it is visible', async () => {
    const fake = await open(stateWith({ messages: [1, 2, 3].map((seq) => privateMessage(seq)), readSeq: 1 }));
    const divider = () => document.querySelector('[data-unread-divider]');
    await expect.poll(() => divider()?.textContent).toBe(site.unread);
    expect(divider()?.nextElementSibling?.textContent).toContain('message 2');
    await expect.poll(() => fake.calls.seen).toBe(true);
    fake.$state.set({
      ...fake.$state.get(),
      thread: withMessage(fake.$state.get().thread, privateMessage(4)),
    });
    await expect.poll(() => document.querySelector('[role=log]')?.textContent).toContain('message 4');
    expect(divider()?.nextElementSibling?.textContent).toContain('message 2');
  });

  it('P2.124 P3.12 P4.24 sends with Enter, breaks the line with Shift+Enter, and shows the price before', async () => {
    const fake = await open(stateWith({ messages: [] }));
    await expect.element(page.getByText(site.start)).toBeVisible();
    await expect.element(page.getByText(site.price)).toBeVisible();
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
    await userEvent.click(field());
    await userEvent.keyboard('Dag{Shift>}{Enter}{/Shift}Vera');
    await expect.element(field()).toHaveValue('Dag\nVera');
    expect(fake.calls.typed).toBeGreaterThan(0);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests).toMatchObject([{ method: 'POST', body: { message: 'Dag\nVera' } }]);
    await expect.element(field()).toBeDisabled();
    const [{ clientId } = { clientId: '' }] = api.requests.map(({ body }) => body as { clientId: string });
    const message = privateMessage(1, { owner: 'self', clientId, content: 'Dag\nVera' });
    api.answer(200, { message, credits: 540 });
    await expect.element(field()).toHaveValue('');
    await expect.poll(() => document.activeElement).toBe(field().element());
    expect($wallet.get().credits).toBe(540);
    await expectAccessible();
  });

  it('asks for a username before the first message, and keeps the text without one', async () => {
    logInAnna({ username: anna.email, capName: anna.email });
    await open(stateWith({ messages: [] }));
    await field().fill('Hoi');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $modal.get()).toEqual({ type: 'UsernamePrompt' });
    expect(api.requests).toEqual([]);
    await expect.element(field()).toHaveValue('Hoi');
    usernamePrompt.goOn();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.conversation.blocked' });
    await expect.element(page.getByText(site.blocked)).toBeVisible();
  });

  it('P4.23 does not send an empty or too long text, and counts near the limit', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('   ');
    await userEvent.keyboard('{Enter}');
    await field().fill('a'.repeat(250));
    await expect.element(page.getByText(site.left).first()).toBeVisible();
    await field().fill('a'.repeat(256));
    await expect.element(page.getByText(site.over).first()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(api.requests).toEqual([]);
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
  });

  it('P4.22 asks for credits instead of sending, and keeps the text', async () => {
    await open(stateWith({ messages: [] }));
    $wallet.setKey('credits', 59);
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
    await expect.element(field()).toHaveValue('Dag');
    expect(api.requests).toEqual([]);
  });

  it('asks a new member first for credits, then for a username', async () => {
    logInAnna({ username: anna.email, capName: anna.email });
    await open(stateWith({ messages: [] }));
    $wallet.setKey('credits', 0);
    await field().fill('Hoi');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
    closeModal();
    $wallet.setKey('credits', 60);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $modal.get()).toEqual({ type: 'UsernamePrompt' });
    expect(api.requests).toEqual([]);
    usernamePrompt.close();
  });

  it('does not send with an Enter handled by an input method', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('にほん');
    const press = (how: KeyboardEventInit) =>
      field()
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...how }));
    press({ isComposing: true });
    field()
      .element()
      .dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'にほん' }));
    press({ keyCode: 229 });
    expect(api.requests).toEqual([]);
    press({ keyCode: 13 });
    await expect.poll(() => api.requests).toMatchObject([{ body: { message: 'にほん' } }]);
    api.answer(400, { label: 'badRequest.conversation.blocked' });
    await expect.element(page.getByText(site.blocked)).toBeVisible();
  });

  it.each(['\u200b\u200b', '\u2800', '\u3164', '\u00ad'])(
    'does not send %j, which is invisible',
    async (text) => {
      await open(stateWith({ messages: [] }));
      await field().fill(text);
      await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
      await userEvent.keyboard('{Enter}');
      expect(api.requests).toEqual([]);
    },
  );

  it('folds a long message, and unfolds it', async () => {
    const content = `first${'\n'.repeat(250)}last`;
    await open(
      stateWith({ messages: [privateMessage(1, { content }), privateMessage(2, { content: 'a\nb\nc' })] }),
    );
    const text = () => bubbles()[0]?.querySelector('bdi')?.textContent ?? '';
    const unfold = page.getByRole('button', { name: site.unfold });
    await expect.element(unfold).toHaveAttribute('aria-expanded', 'false');
    expect(text()).toBe('first…');
    await unfold.click();
    expect(text()).toBe(content);
    await page.getByRole('button', { name: site.fold }).click();
    await expect.poll(text).toBe('first…');
    expect(document.querySelectorAll('[aria-expanded]')).toHaveLength(1);
  });

  it('P8.25 shows why a message was refused, and keeps its text for editing', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.conversation.blocked' });
    await expect.element(page.getByText(site.blocked)).toBeVisible();
    await expect.element(field()).toHaveValue('Dag');
    await field().fill('Dag!');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('P8.25 keeps an unsent message for a retry or removal', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(1);
    api.lose();
    await expect.element(page.getByText(site.waiting)).toBeVisible();
    await expect.element(field()).toHaveValue('');
    await page.getByRole('button', { name: site.retry }).click();
    await expect.poll(() => api.requests.length).toBe(2);
    const ids = api.requests.map(({ body }) => (body as { clientId: string }).clientId);
    expect(ids[0]).toBe(ids[1]);
    api.lose();
    await page.getByRole('button', { name: site.discard }).click();
    await expect.poll(() => bubbles().length).toBe(0);
  });

  it('shows a message once that is pushed before its response arrives', async () => {
    const fake = await open(stateWith({ messages: [] }));
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(1);
    const [{ clientId } = { clientId: '' }] = api.requests.map(({ body }) => body as { clientId: string });
    const messages = [privateMessage(1, { owner: 'self', clientId, content: 'Dag' })];
    fake.$state.set(stateWith({ messages }));
    await expect.poll(() => bubbles().map((bubble) => bubble.hasAttribute('data-unsent'))).toEqual([false]);
    api.answer(200, { message: messages[0], credits: 540 });
    await expect.poll(() => $unsent.get()).toEqual([]);
  });

  it('restores a draft', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('Half a sent');
    leave();
    await open(stateWith({ messages: [] }));
    await expect.element(field()).toHaveValue('Half a sent');
  });

  it('shows that the other side writes, and what could not be loaded', async () => {
    const fake = await open(stateWith({ messages: [privateMessage(1)] }));
    fake.$state.set({ ...fake.$state.get(), isTyping: true });
    await expect.element(page.getByText(site.typing)).toBeVisible();
    fake.$state.set({ ...stateWith({ messages: [] }), status: 'failed' });
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await page.getByRole('button', { name: site.retry }).click();
    expect(fake.calls.again).toBe(1);
  });

  /** Sets the height of a few lines, as the style sheet does on the page. */
  const lane = (): HTMLElement => {
    const element = document.querySelector('section[tabindex]') as HTMLElement;
    element.style.cssText = 'height: 12rem; overflow-y: auto; overflow-anchor: none';
    return element;
  };
  const atEnd = (list: HTMLElement) => list.scrollHeight - list.scrollTop - list.clientHeight < 2;

  it('P4.24 keeps its position when older messages load above, shows new ones below, and follows own ones', async () => {
    const many = Array.from({ length: 30 }, (_, index) => privateMessage(index + 31));
    const fake = await open(stateWith({ messages: many, nextPage: 2 }));
    const list = lane();
    await expect.poll(() => atEnd(list)).toBe(true);
    const scrolled = new Promise((resolve) => list.addEventListener('scroll', resolve, { once: true }));
    list.scrollTo({ top: 400 });
    await scrolled;
    await expect.poll(() => list.scrollTop).toBe(400);
    const seen = () =>
      bubbles().find(({ textContent }) => textContent?.includes('message 40'))?.offsetTop ?? 0;
    const place = seen() - list.scrollTop;
    const state = fake.$state.get();
    const older = Array.from({ length: 30 }, (_, index) => privateMessage(index + 1));
    fake.$state.set({
      ...state,
      thread: { ...older.reduce(withMessage, state.thread), nextPage: 2 },
    });
    await expect.poll(() => bubbles().length).toBe(60);
    await expect.poll(() => Math.abs(seen() - list.scrollTop - place)).toBeLessThan(2);
    fake.$state.set({
      ...fake.$state.get(),
      thread: withMessage(fake.$state.get().thread, privateMessage(61)),
    });
    await page.getByRole('button', { name: site.news }).click();
    await expect.poll(() => atEnd(list)).toBe(true);
    expect(document.activeElement).toBe(list);
    await page.getByRole('button', { name: site.older }).click();
    expect(fake.calls.older).toBeGreaterThan(0);
    list.scrollTo({ top: 400 });
    await expect.poll(() => list.scrollTop).toBe(400);
    fake.$state.set({
      ...fake.$state.get(),
      thread: withMessage(fake.$state.get().thread, privateMessage(62, { owner: 'self' })),
    });
    await expect.poll(() => atEnd(list)).toBe(true);
  });

  it('P2.123 opens a dialog for a photo on a desktop, and the file picker on a phone', async () => {
    const { innerWidth, innerHeight } = window;
    const resize = async (width: number, height: number) => {
      await page.viewport(width, height);
      window.dispatchEvent(new Event('resize'));
    };
    onTestFinished(() => resize(innerWidth, innerHeight));
    await open(stateWith({ messages: [] }));
    let picked = 0;
    document.querySelector('input[type=file]')?.addEventListener('click', (event) => {
      event.preventDefault();
      picked += 1;
    });
    await resize(1280, 800);
    await expect.poll(() => $device.get()).toBe('desktop');
    await page.getByRole('button', { name: site.photo }).click();
    expect($modal.get()).toEqual({ type: 'Photo', recipient: 2, file: null });
    expect(picked).toBe(0);
    closeModal();
    await resize(390, 844);
    await expect.poll(() => $device.get()).toBe('mobile');
    await page.getByRole('button', { name: site.photo }).click();
    expect($modal.get()).toBeNull();
    expect(picked).toBe(1);
  });

  it('has a menu that mutes, reports, and asks before deleting', async () => {
    await open(stateWith({ messages: [privateMessage(1)] }));
    await page.getByRole('button', { name: site.options }).click();
    await page.getByRole('button', { name: site.mute }).click();
    await expect.poll(() => api.requests).toMatchObject([{ method: 'PUT' }]);
    expect(api.requests[0]?.path).toMatch(/state\/mute$/);
    api.answer(200, true);
    await page.getByRole('button', { name: site.options }).click();
    await expectAccessible();
    await page.getByRole('button', { name: site.report }).click();
    expect($modal.get()).toEqual({ type: 'ReportConversation', conversation: 7, name: 'Vera' });
    await page.getByRole('button', { name: site.options }).click();
    await page.getByRole('button', { name: site.remove }).click();
    expect($modal.get()).toEqual({ type: 'DeleteChat', conversation: 7, name: 'Vera' });
  });
});
