import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ChatMessage, chatMessageTypes } from '#contract/chat/messages.ts';
import { followActiveStream } from '#lib/chat/active-stream/active-stream.ts';
import { $beforeVisit, openRoom, receiveMessage } from '#lib/chat/room/messages.ts';
import { addNotice, clearNotices } from '#lib/chat/room/notices.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { forgetStream } from '#lib/shell/kept.ts';
import { $modal, closeModal } from '#lib/shell/modal.ts';
import { ofThisRun } from '../../testing/languages.ts';
import { render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { watchingAs } from '../../testing/watching.ts';
import { ChatTab } from './ChatTab.tsx';

const sites = [
  {
    lang: 'nl',
    write: 'Schrijf een bericht',
    send: 'Verstuur',
    hello: 'Hoi! Hoe gaat het?',
    quiet: 'Nog stil hier. Zeg Vera gedag!',
    register: 'Meld je aan om Vera te schrijven',
    log: 'Nieuwe berichten',
    self: 'anna (jij)',
    ownTip: 'Jij geeft 1.250 credits',
    tip: 'bram geeft 1.250 credits',
    missed: ['1 nieuw bericht', '2 nieuwe berichten'],
    before: 'Hierboven: van voor je bezoek',
    over: ['1 teken te veel', '2 tekens te veel'],
    left: ['1 teken over', '2 tekens over'],
  },
  {
    lang: 'en',
    write: 'Write a message',
    send: 'Send',
    hello: 'Hi! How are you?',
    quiet: 'Quiet so far. Say hello to Vera!',
    register: 'Sign up to write to Vera',
    log: 'New messages',
    self: 'anna (you)',
    ownTip: 'You tip 1,250 credits',
    tip: 'bram tips 1,250 credits',
    missed: ['1 new message', '2 new messages'],
    before: 'Above: from before your visit',
    over: ['1 character too many', '2 characters too many'],
    left: ['1 character left', '2 characters left'],
  },
] as const;

let seq = 0;
const line = (change: Partial<ChatMessage>): ChatMessage => {
  seq += 1;
  return {
    id: `m${seq}`,
    seq,
    clientId: null,
    messageType: 'member',
    sender: 'bram',
    message: `line ${seq}`,
    amount: null,
    sentAt: '2026-11-20T12:00:00Z',
    ...change,
  };
};
/** Scrolls there as a reader does, once the list itself has come to rest. */
async function readAt(list: Element, top: number): Promise<void> {
  await expect
    .poll(async () => {
      const stayed = list.scrollTop === top;
      list.scrollTo({ top });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return stayed && list.scrollTop === top;
    })
    .toBe(true);
}

const from = { performer: { messageType: 'host', sender: 'Vera' }, self: { sender: 'anna' } } as const;

describe.each(ofThisRun(sites))('the chat ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    seq = 0;
    openRoom([]);
  });

  const open = (as: 'guest' | 'member') => {
    $chat.set(watchingAs(as));
    return render(<ChatTab name="Vera" />, site.lang);
  };
  const field = () => page.getByRole('textbox', { name: site.write });

  it('has a field for a message, which stands in the log once it is sent', async () => {
    await open('member');
    await expect.element(page.getByText(site.quiet)).toBeVisible();
    await expect.element(field()).toHaveAttribute('placeholder', site.write);
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
    await field().fill(site.hello);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('');
    await expect.poll(() => api.asked).toMatchObject([{ body: { data: { message: site.hello } } }]);
    const [{ clientId } = { clientId: '' }] = api.asked.map(({ body }) => body as { clientId: string });
    const said = { id: 'm1', seq: 1, messageType: 'member', sender: 'anna', message: site.hello };
    api.answer(200, { message: { ...said, clientId, amount: null, sentAt: '2026-11-20T12:00:00Z' } });
    await expect.element(page.getByRole('log')).toHaveTextContent(`${site.self} ${site.hello} 13:00`);
    await expect.element(page.getByText(site.quiet)).not.toBeInTheDocument();
  });

  it('asks a guest who wants to write to sign up', async () => {
    await open('guest');
    await expect.element(field()).not.toBeInTheDocument();
    await page.getByRole('button', { name: site.register }).click();
    expect($modal.get()).toEqual({ type: 'Register' });
  });

  it('tells performer, self and others apart, not by colour alone', async () => {
    openRoom([line({ ...from.performer }), line({ ...from.self }), line({})]);
    await open('member');
    const names = () => [...document.querySelectorAll('[data-who]')] as HTMLElement[];
    await expect
      .poll(() => names().map(({ dataset }) => dataset['who']))
      .toEqual(['performer', 'self', 'other']);
    expect(names().map(({ textContent }) => textContent)).toEqual(['Vera (performer)', site.self, 'bram']);
    expect(names()[0]?.querySelector('svg')).not.toBeNull();
  });

  it.each(chatMessageTypes)('shows a message of the kind %s', async (messageType) => {
    openRoom([line({ messageType, message: 'What is said', amount: 100 })]);
    await open('member');
    await expect.element(page.getByText('What is said', { exact: false })).toBeVisible();
  });

  it('names the giver of a tip, and the amount as the language writes it', async () => {
    const tip = { messageType: 'tip', amount: 1250, message: '' } as const;
    openRoom([line(tip), line({ ...tip, ...from.self })]);
    await open('member');
    await expect.element(page.getByText(site.tip)).toBeVisible();
    await expect.element(page.getByText(site.ownTip)).toBeVisible();
  });

  it('reads out what comes after joining, neither the backlog nor what oneself says', async () => {
    openRoom([line({ message: 'before' })]);
    await open('member');
    const log = page.getByRole('log', { name: site.log });
    await expect.element(page.getByText(/^bram before/)).toBeVisible();
    await expect.element(log).toBeEmptyDOMElement();
    receiveMessage(line({ message: 'after' }));
    receiveMessage(line({ ...from.self, message: 'mine' }));
    await expect
      .element(log.getByText(`${site.self} mine`, { exact: false }))
      .toHaveAttribute('aria-live', 'off');
    await expect.element(log.getByText(/^bram after/)).not.toHaveAttribute('aria-live');
  });

  /** As high as eight lines, which the style sheet does on the page. */
  const scroller = async (): Promise<HTMLElement> => {
    await expect.element(page.getByRole('log')).toBeInTheDocument();
    const list = page.getByRole('log').element().parentElement as HTMLElement;
    list.style.cssText = 'height: 12rem; overflow-y: auto';
    return list;
  };
  const atEnd = (list: HTMLElement) => list.scrollHeight - list.scrollTop - list.clientHeight < 2;

  it('keeps the place of who reads further up; a pill counts what is new and leads there', async () => {
    openRoom(Array.from({ length: 40 }, () => line({})));
    await open('member');
    const list = await scroller();
    await expect.poll(() => atEnd(list)).toBe(true);
    await readAt(list, 100);
    receiveMessage(line({}));
    const pill = (count: 0 | 1) => page.getByRole('button', { name: site.missed[count] });
    await expect.element(pill(0)).toBeVisible();
    receiveMessage(line({}));
    await expect.element(pill(1)).toBeVisible();
    expect(list.scrollTop).toBe(100);
    await pill(1).click();
    await expect.poll(() => atEnd(list)).toBe(true);
    await expect.element(pill(1)).not.toBeInTheDocument();
    expect(document.activeElement).toBe(list);
  });

  it('leads to an own line, and is at the end after another tab was looked at', async () => {
    openRoom(Array.from({ length: 40 }, () => line({})));
    await open('member');
    const list = await scroller();
    await readAt(list, 0);
    await field().fill(site.hello);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => atEnd(list)).toBe(true);
    const tab = list.parentElement as HTMLElement;
    tab.hidden = true;
    for (let count = 0; count < 20; count += 1) receiveMessage(line({}));
    await new Promise((done) => setTimeout(done, 100));
    tab.hidden = false;
    await expect.poll(() => atEnd(list)).toBe(true);
  });

  it('says in words what is left, and what is too much, at the field and outside its border', async () => {
    await open('member');
    for (const [length, told] of [
      [249, site.left[0]],
      [248, site.left[1]],
      [251, site.over[0]],
      [252, site.over[1]],
    ] as const) {
      await field().fill('a'.repeat(length));
      await expect.element(field()).toHaveAccessibleDescription(told);
    }
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
    const told = page.getByText(site.over[1]).first().element().getBoundingClientRect();
    expect(told.bottom).toBeLessThanOrEqual(field().element().getBoundingClientRect().top);
    expect(told.top).toBeGreaterThanOrEqual(
      (field().element().closest('form') as HTMLElement).getBoundingClientRect().top,
    );
    await field().fill('a'.repeat(200));
    await expect.element(field()).not.toHaveAccessibleDescription();
    await field().fill('a'.repeat(251));
    await expect.element(page.getByRole('status')).toHaveTextContent(site.over[0]);
  });
});

describe('a line that was typed and not sent', () => {
  let api: StubbedApi;
  const field = () => page.getByRole('textbox', { name: 'Schrijf een bericht' });
  /** The page as it comes back after paying or logging in: storage stays, what was on it is gone. */
  const openPageOf = async (performer: string) => {
    document.body.replaceChildren();
    followActiveStream(performer);
    await render(<ChatTab name={performer} />, 'nl');
  };

  beforeEach(async () => {
    api = stubApi();
    forgetStream();
    openRoom([]);
    $chat.set(watchingAs('member'));
    await openPageOf('Vera');
    await field().fill('Ben je er morgen ook?');
  });

  it('stands there again on the performer’s page, and on no other one', async () => {
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('Ben je er morgen ook?');
    await openPageOf('Noor');
    await expect.element(field()).toHaveValue('');
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('');
  });

  it('is forgotten once it is sent', async () => {
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.asked).toHaveLength(1);
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('');
  });

  it('goes with the member who logs out', async () => {
    forgetStream();
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('');
  });
});

describe('a notice', () => {
  beforeEach(() => {
    $chat.set(watchingAs('member'));
    openRoom([line(from.performer)]);
    clearNotices();
  });

  it.each([
    ['room', 'Room: Vera: Back at nine 13:00'],
    ['notice', 'Notice: Vera: Back at nine 13:00'],
  ] as const)('of the kind %s says whose it is', async (messageType, shown) => {
    render(<ChatTab name="Vera" />, 'en');
    receiveMessage(line({ messageType, sender: 'Vera', message: 'Back at nine' }));
    await expect.element(page.getByRole('log')).toHaveTextContent(shown);
  });

  it('stands between the message before it and the one after it, in the language of the page', async () => {
    render(<ChatTab name="Vera" />, 'nl');
    receiveMessage(line({ message: 'before' }));
    addNotice('chat.ended.vip-started', { name: 'Vera' });
    receiveMessage(line({ message: 'after' }));
    const log = page.getByRole('log');
    await expect
      .element(log)
      .toHaveTextContent('bram before 13:00Melding: Vera is nu met iemand andersbram after 13:00');
  });
});

describe.each(ofThisRun(sites))('the lines of a chat ($lang)', ({ lang, before }) => {
  beforeEach(() => {
    stubApi();
    $beforeVisit.set(-1);
    clearNotices();
    $chat.set(watchingAs('member'));
  });

  it('have the time of the operator’s zone', async () => {
    openRoom([line({ message: 'earlier' })]);
    await render(<ChatTab name="Vera" />, lang);
    receiveMessage(line({ message: 'now', sentAt: '2026-07-01T12:05:00Z' }));
    const times = () => [...document.querySelectorAll('.stream-log time')].map((time) => time.textContent);
    await expect.poll(times).toEqual(['13:00', '14:05']);
  });

  it('from before the visit are set apart, also after the chat was joined again', async () => {
    const first = line({ message: 'long ago' });
    openRoom([first]);
    await render(<ChatTab name="Vera" />, lang);
    const said = line({ message: 'during the visit' });
    receiveMessage(said);
    openRoom([first, said]);
    const order = () =>
      [...document.querySelectorAll('.stream-log [data-kind], .stream-before')].map((one) =>
        one.matches('.stream-before') ? one.textContent : one.querySelector(':scope > bdi')?.textContent,
      );
    await expect.poll(order).toEqual(['long ago', before, 'during the visit']);
  });

  it('need no such mark where nothing was said before', async () => {
    openRoom([]);
    await render(<ChatTab name="Vera" />, lang);
    receiveMessage(line({}));
    await expect.poll(() => document.querySelectorAll('.stream-log [data-kind]').length).toBe(1);
    expect(document.querySelector('.stream-before')).toBeNull();
  });
});
