import { useStore } from '@nanostores/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '#contract/locales.ts';
import { $session } from '#lib/member/account/store.ts';
import { usernamePrompt } from '#lib/member/settings/username-prompt.ts';
import type { ConversationState } from '#lib/messaging/conversation/conversation.ts';
import { withMessage } from '#lib/messaging/conversation/thread.ts';
import { $unsent } from '#lib/messaging/sending/unsent.ts';
import { forgetMessages } from '#lib/shell/kept.ts';
import { $modal, closeModal } from '#lib/shell/modal.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { ofThisRun } from '../../testing/languages.ts';
import {
  conversationWith,
  fakeConversation,
  privateMessage,
  stateWith,
  vera,
} from '../../testing/messaging.ts';
import { render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { ClockContext } from '../use-clock.ts';
import { ConversationView } from './ConversationView.tsx';

const sites = [
  {
    lang: 'nl',
    write: 'Schrijf een bericht',
    send: 'Verstuur',
    price: 'Een bericht kost 60 credits.',
    contact: /Deel hier geen contactgegevens/,
    days: ['23-11-2025', 'gisteren', 'vandaag'],
    self: 'Jij schreef:',
    from: 'Vera schreef:',
    unread: 'Nieuwe berichten',
    states: ['Gelezen', 'Bezorgd', 'Verstuurd'],
    mass: 'Ook aan anderen gestuurd',
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
    contact: /share no contact details/,
    days: ['23/11/2025', 'yesterday', 'today'],
    self: 'You wrote:',
    from: 'Vera wrote:',
    unread: 'New messages',
    states: ['Read', 'Delivered', 'Sent'],
    mass: 'Sent to others too',
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

const member = {
  status: 'member',
  username: 'anna',
  capName: 'Anna',
  email: 'anna@example.com',
  lander: '',
  endUserText: '',
  verified: true,
} as const;

describe.each(ofThisRun(sites))('a conversation ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    forgetMessages();
    $unsent.set([]);
    $wallet.setKey('credits', 600);
    $session.set(member);
  });

  const open = async (state: ConversationState) => {
    const fake = fakeConversation(state);
    await render(<View fake={fake} locale={site.lang} />, site.lang);
    await expect.element(page.getByRole('heading', { name: 'Vera' })).toBeVisible();
    return fake;
  };
  const field = () => page.getByRole('textbox', { name: site.write });
  const bubbles = () => [...document.querySelectorAll<HTMLElement>('[data-owner]')];

  it('begins with the notice, groups by day, and tells who said what without colour', async () => {
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
    const said = bubbles().map(({ textContent }) => textContent ?? '');
    expect(said[0]).toContain(`${site.self} message 1`);
    expect(said[3]).toContain(`${site.from} message 4`);
    for (const [index, state] of site.states.entries()) expect(said[index]).toContain(state);
    expect(said[3]).toContain(site.mass);
    expect(said[3]).toContain('13:00');
    await expectAccessible();
  });

  it('shows what was written as text, whatever it looks like', async () => {
    await open(
      stateWith({ messages: [privateMessage(1, { content: '<img src=x onerror=alert(1)>\n<b>hi</b>' })] }),
    );
    await expect.element(page.getByText('<b>hi</b>', { exact: false }).first()).toBeVisible();
    expect(document.querySelector('[data-owner] img, [data-owner] b')).toBeNull();
  });

  it('puts a divider before what was unread, and marks it as read while it is in sight', async () => {
    const fake = await open(stateWith({ messages: [1, 2, 3].map((seq) => privateMessage(seq)), readSeq: 1 }));
    const divider = () => document.querySelector('[data-unread-divider]');
    await expect.poll(() => divider()?.textContent).toBe(site.unread);
    expect(divider()?.nextElementSibling?.textContent).toContain('message 2');
    await expect.poll(() => fake.asked.seen).toBe(true);
    fake.$state.set({
      ...fake.$state.get(),
      thread: withMessage(fake.$state.get().thread, privateMessage(4)),
    });
    await expect.poll(() => document.querySelector('[role=log]')?.textContent).toContain('message 4');
    expect(divider()?.nextElementSibling?.textContent).toContain('message 2');
  });

  it('sends with Enter, breaks the line with Shift, and says the price before', async () => {
    const fake = await open(stateWith({ messages: [] }));
    await expect.element(page.getByText(site.start)).toBeVisible();
    await expect.element(page.getByText(site.price)).toBeVisible();
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
    await userEvent.click(field());
    await userEvent.keyboard('Dag{Shift>}{Enter}{/Shift}Vera');
    await expect.element(field()).toHaveValue('Dag\nVera');
    expect(fake.asked.typed).toBeGreaterThan(0);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.asked).toMatchObject([{ method: 'POST', body: { message: 'Dag\nVera' } }]);
    await expect.element(field()).toBeDisabled();
    const [{ clientId } = { clientId: '' }] = api.asked.map(({ body }) => body as { clientId: string });
    const message = privateMessage(1, { owner: 'self', clientId, content: 'Dag\nVera' });
    api.answer(200, { message, credits: 540 });
    await expect.element(field()).toHaveValue('');
    await expect.poll(() => document.activeElement).toBe(field().element());
    expect($wallet.get().credits).toBe(540);
    await expectAccessible();
  });

  it('asks for a username before the first message, and keeps the text where none is given', async () => {
    const email = 'anna@example.com';
    $session.set({
      status: 'member',
      username: email,
      capName: email,
      email,
      lander: '',
      endUserText: '',
      verified: true,
    });
    await open(stateWith({ messages: [] }));
    await field().fill('Hoi');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $modal.get()).toEqual({ type: 'UsernamePrompt' });
    expect(api.asked).toEqual([]);
    await expect.element(field()).toHaveValue('Hoi');
    usernamePrompt.goOn();
    await expect.poll(() => api.asked.length).toBe(1);
    api.answer(400, { label: 'badRequest.conversation.blocked' });
    await expect.element(page.getByText(site.blocked)).toBeVisible();
  });

  it('sends nothing that is empty or too long, and counts near the end', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('   ');
    await userEvent.keyboard('{Enter}');
    await field().fill('a'.repeat(250));
    await expect.element(page.getByText(site.left).first()).toBeVisible();
    await field().fill('a'.repeat(256));
    await expect.element(page.getByText(site.over).first()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(api.asked).toEqual([]);
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
  });

  it('asks for credits instead of sending, and leaves the text where it is', async () => {
    await open(stateWith({ messages: [] }));
    $wallet.setKey('credits', 59);
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
    await expect.element(field()).toHaveValue('Dag');
    expect(api.asked).toEqual([]);
  });

  it('asks a new member for credits first, then for a username', async () => {
    $session.set({ ...member, username: member.email, capName: member.email });
    await open(stateWith({ messages: [] }));
    $wallet.setKey('credits', 0);
    await field().fill('Hoi');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
    closeModal();
    $wallet.setKey('credits', 60);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $modal.get()).toEqual({ type: 'UsernamePrompt' });
    expect(api.asked).toEqual([]);
    usernamePrompt.close();
  });

  it('does not send with an Enter that belongs to an input method', async () => {
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
    expect(api.asked).toEqual([]);
    press({ keyCode: 13 });
    await expect.poll(() => api.asked).toMatchObject([{ body: { message: 'にほん' } }]);
    api.answer(400, { label: 'badRequest.conversation.blocked' });
    await expect.element(page.getByText(site.blocked)).toBeVisible();
  });

  it.each(['\u200b\u200b', '\u2800', '\u3164', '\u00ad'])(
    'does not send %j, of which nothing can be seen',
    async (text) => {
      await open(stateWith({ messages: [] }));
      await field().fill(text);
      await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
      await userEvent.keyboard('{Enter}');
      expect(api.asked).toEqual([]);
    },
  );

  it('folds a message of many lines, and unfolds it', async () => {
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

  it('says why a message was refused, and leaves the text to change', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.asked.length).toBe(1);
    api.answer(400, { label: 'badRequest.conversation.blocked' });
    await expect.element(page.getByText(site.blocked)).toBeVisible();
    await expect.element(field()).toHaveValue('Dag');
    await field().fill('Dag!');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('keeps what could not be sent, to be sent again or taken away', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.asked.length).toBe(1);
    api.lose();
    await expect.element(page.getByText(site.waiting)).toBeVisible();
    await expect.element(field()).toHaveValue('');
    await page.getByRole('button', { name: site.retry }).click();
    await expect.poll(() => api.asked.length).toBe(2);
    const ids = api.asked.map(({ body }) => (body as { clientId: string }).clientId);
    expect(ids[0]).toBe(ids[1]);
    api.lose();
    await page.getByRole('button', { name: site.discard }).click();
    await expect.poll(() => bubbles().length).toBe(0);
  });

  it('shows a message once that the server has, before its answer comes', async () => {
    const fake = await open(stateWith({ messages: [] }));
    await field().fill('Dag');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.asked.length).toBe(1);
    const [{ clientId } = { clientId: '' }] = api.asked.map(({ body }) => body as { clientId: string });
    const messages = [privateMessage(1, { owner: 'self', clientId, content: 'Dag' })];
    fake.$state.set(stateWith({ messages }));
    await expect.poll(() => bubbles().map((bubble) => bubble.hasAttribute('data-unsent'))).toEqual([false]);
    api.answer(200, { message: messages[0], credits: 540 });
    await expect.poll(() => $unsent.get()).toEqual([]);
  });

  it('finds a draft again', async () => {
    await open(stateWith({ messages: [] }));
    await field().fill('Half a sent');
    document.body.replaceChildren();
    await open(stateWith({ messages: [] }));
    await expect.element(field()).toHaveValue('Half a sent');
  });

  it('says that somebody writes, and what could not be loaded', async () => {
    const fake = await open(stateWith({ messages: [privateMessage(1)] }));
    fake.$state.set({ ...fake.$state.get(), isTyping: true });
    await expect.element(page.getByText(site.typing)).toBeVisible();
    fake.$state.set({ ...stateWith({ messages: [] }), status: 'failed' });
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await page.getByRole('button', { name: site.retry }).click();
    expect(fake.asked.again).toBe(1);
  });

  /** As high as a few lines, which the style sheet does on the page. */
  const lane = (): HTMLElement => {
    const element = document.querySelector('.messenger-lane') as HTMLElement;
    element.style.cssText = 'height: 12rem; overflow-y: auto; overflow-anchor: none';
    return element;
  };
  const atEnd = (list: HTMLElement) => list.scrollHeight - list.scrollTop - list.clientHeight < 2;

  it('keeps its place when older messages come above, and tells of new ones below', async () => {
    const many = Array.from({ length: 30 }, (_, index) => privateMessage(index + 31));
    const fake = await open(stateWith({ messages: many, nextPage: 2 }));
    const list = lane();
    await expect.poll(() => atEnd(list)).toBe(true);
    list.scrollTo({ top: 400 });
    await expect.poll(() => list.scrollTop).toBe(400);
    const seen = () =>
      bubbles().find(({ textContent }) => textContent?.includes('message 40'))?.offsetTop ?? 0;
    await new Promise((done) => setTimeout(done, 100));
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
    expect(fake.asked.older).toBeGreaterThan(0);
  });

  it('has a menu that mutes, reports, and asks before it deletes', async () => {
    await open(stateWith({ messages: [privateMessage(1)] }));
    await page.getByRole('button', { name: site.options }).click();
    await page.getByRole('button', { name: site.mute }).click();
    await expect.poll(() => api.asked).toMatchObject([{ method: 'PUT' }]);
    expect(api.asked[0]?.path).toMatch(/state\/mute$/);
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
