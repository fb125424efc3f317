import { useStore } from '@nanostores/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '#contract/locales.ts';
import type { Conversation } from '#contract/messaging/conversations.ts';
import { $inbox, firstInbox, type Inbox } from '#lib/messaging/inbox/inbox.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { conversationWith, vera } from '../../testing/messaging.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { ClockContext } from '../reader.ts';
import { ConversationList } from './ConversationList.tsx';
import { DeleteChat } from './DeleteChat.tsx';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import '../../../styles/messenger.css';

const sites = [
  {
    lang: 'nl',
    unread: '120 ongelezen berichten',
    self: 'Jij: Hoi',
    time: '13:00',
    search: 'Zoek op naam',
    suggestions: 'Schrijf iemand anders',
    show: 'Toon',
    sort: 'Sorteer op',
    answered: 'Geen gesprekken waarin jij het laatst schreef.',
    none: 'Je hebt nog geen berichten.',
    nobody: /Niemand gevonden.*xyz/,
    failed: 'De berichten konden niet worden geladen.',
    retry: 'Opnieuw proberen',
    title: 'Gesprek met Vera verwijderen?',
    yes: 'Verwijderen',
    refused: 'Dat is niet gelukt. Probeer het nog een keer.',
  },
  {
    lang: 'en',
    unread: '120 unread messages',
    self: 'You: Hoi',
    time: '13:00',
    search: 'Search by name',
    suggestions: 'Write to somebody new',
    show: 'Show',
    sort: 'Sort by',
    answered: 'No conversations in which you wrote last.',
    none: 'You have no messages yet.',
    nobody: /Nobody found.*xyz/,
    failed: 'The messages could not be loaded.',
    retry: 'Try again',
    title: 'Delete the conversation with Vera?',
    yes: 'Delete',
    refused: 'That did not work. Please try again.',
  },
] as const;

const opened: Conversation[] = [];

function List({ locale }: { locale: Locale }) {
  const inbox = useStore($inbox) ?? firstInbox(null);
  return (
    <ClockContext value={{ now: new Date('2026-11-26T15:00:00Z'), locale }}>
      <ConversationList
        inbox={inbox}
        current={2}
        hrefOf={({ other }) => `/messenger/${other.username}`}
        newHrefOf={({ userid }) => `/messenger/new-conversation?modelId=${userid}`}
        outHref="/"
        onOpen={(one) => opened.push(one)}
      />
    </ClockContext>
  );
}

const inboxOf = (conversations: readonly Conversation[], change: Partial<Inbox> = {}): Inbox => ({
  ...firstInbox({ conversations: [...conversations], total: conversations.length, unread: 0 }),
  ...change,
});

describe.each(ofThisRun(sites))('the conversations ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    opened.length = 0;
  });
  const show = (inbox: Inbox) => {
    $inbox.set(inbox);
    return render(<List locale={site.lang} />, site.lang);
  };

  it('show the name, last message, time and unread count', async () => {
    const message = {
      seq: 2,
      type: 'text',
      content: 'Hoi',
      owner: 'self',
      createdAt: '2026-11-26T12:00:00Z',
    } as const;
    await show(
      inboxOf([conversationWith(1, { unread: 120 }), conversationWith(2, { message, muted: true })]),
    );
    await expect.element(page.getByText('99+')).toBeVisible();
    await expect.element(page.getByRole('link', { name: new RegExp(site.unread) })).toBeVisible();
    await expect.element(page.getByText(site.time).first()).toBeVisible();
    await expect.element(page.getByText(site.self)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: /Performer2/ }))
      .toHaveAttribute('aria-current', 'true');
    await expectAccessible();
  });

  it('open by a click, and can be navigated with arrow keys', async () => {
    await show(inboxOf([1, 2, 3].map((id) => conversationWith(id))));
    await page.getByRole('combobox', { name: site.sort }).click();
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    await expect.poll(() => document.activeElement?.getAttribute('href')).toBe('/messenger/Performer2');
    for (const [key, at] of [
      ['ArrowDown', 3],
      ['ArrowDown', 3],
      ['Home', 1],
      ['End', 3],
      ['ArrowUp', 2],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.poll(() => document.activeElement?.getAttribute('href')).toBe(`/messenger/Performer${at}`);
    }
    await userEvent.keyboard('{Enter}');
    expect(opened.map(({ id }) => id)).toEqual([2]);
  });

  it('render only the visible rows of thousands', async () => {
    // The height the style sheet gives it on the page: without one all rows would be visible.
    const style = document.body.appendChild(document.createElement('style'));
    style.textContent = 'section { height: 600px }';
    await show(inboxOf(Array.from({ length: 5000 }, (_, index) => conversationWith(index + 1))));
    await expect.poll(() => document.querySelectorAll('[data-row]').length).toBeGreaterThan(0);
    const list = document.querySelector('ul')?.parentElement as HTMLElement;
    const rows = () => list.querySelectorAll('[data-row]').length;
    await expect.poll(rows).toBeLessThan(40);
    list.scrollTop = 72 * 2500;
    await expect.poll(() => list.querySelector('[data-row="2503"]')).not.toBeNull();
    expect(rows()).toBeLessThan(40);
    expect(list.querySelector('[data-row="2503"]')?.getAttribute('aria-setsize')).toBe('5000');
  });

  it('P2.120 are filtered and searched, with a message for no results', async () => {
    await show(inboxOf([conversationWith(1), conversationWith(2)]));
    await page.getByRole('searchbox', { name: site.search }).fill('xy');
    await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(0);
    await page.getByRole('searchbox', { name: site.search }).fill('xyz');
    // Existing conversations first, then suggestions.
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, { conversations: [], total: 0, unread: 0 });
    api.answer(200, {
      result: [
        { ...vera, conversation: null },
        { ...vera, userid: 3, username: 'Known', conversation: 3 },
      ],
    });
    await expect.element(page.getByText(site.nobody)).toBeVisible();
    const others = page.getByRole('region', { name: site.suggestions });
    await expect
      .element(others.getByRole('link'))
      .toHaveAttribute('href', '/messenger/new-conversation?modelId=2');
    await expectAccessible();
    await page.getByRole('searchbox', { name: site.search }).fill('');
    await expect.element(others).not.toBeInTheDocument();
    await expect.poll(() => api.requests.length).toBe(3);
    api.answer(200, { conversations: [conversationWith(1)], total: 1, unread: 0 });
    await page.getByRole('combobox', { name: site.show }).selectOptions('answered');
    await expect.poll(() => api.requests.length).toBe(4);
    api.answer(200, { conversations: [], total: 0, unread: 0 });
    await expect.element(page.getByText(site.answered)).toBeVisible();
  });

  it('P8.14 suggest a next step when empty, and a retry after a failure', async () => {
    await show(inboxOf([]));
    await expect.element(page.getByText(site.none)).toBeVisible();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { result: [{ ...vera, conversation: null }] });
    await expect.element(page.getByRole('link', { name: /Vera/ })).toBeVisible();
    $inbox.set({ ...firstInbox(null), status: 'failed' });
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await page.getByRole('button', { name: site.retry }).click();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, { conversations: [conversationWith(1)], total: 1, unread: 0 });
    await expect.element(page.getByRole('link', { name: /Performer1/ })).toBeVisible();
    await expectAccessible();
  });

  it('P2.102 P8.12 are deleted only after a confirmation, and stay if that fails', async () => {
    $inbox.set(inboxOf([conversationWith(1)]));
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    await render(
      <InDialog>
        <DeleteChat modal={{ type: 'DeleteChat', conversation: 1, name: 'Vera' }} close={close} />
      </InDialog>,
      site.lang,
    );
    await expect.element(page.getByText(site.title)).toBeVisible();
    await page.getByRole('button', { name: site.yes }).click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.notFound' });
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, { conversations: [conversationWith(1)], total: 1, unread: 0 });
    await expect.element(page.getByText(site.refused)).toBeVisible();
    await page.getByRole('button', { name: site.yes }).click();
    await expect.poll(() => api.requests.length).toBe(3);
    api.answer(200, true);
    await expect.poll(() => closed).toBe(1);
    expect($inbox.get()?.conversations).toEqual([]);
  });
});
