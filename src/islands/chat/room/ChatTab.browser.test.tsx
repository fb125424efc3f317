import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ChatMessage, chatMessageTypes } from '#contract/chat/messages.ts';
import { followActiveStream } from '#lib/chat/active-stream.ts';
import { $beforeVisit, addNotice, clearNotices, openRoom, receiveMessage } from '#lib/chat/room/messages.ts';
import { changeVoice } from '#lib/chat/room/voice.ts';
import { $chat } from '#lib/chat/store.ts';
import { forgetStream } from '#lib/shell/kept.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import {
  expectAccessible,
  leave,
  ofThisRun,
  render,
  type StubbedApi,
  stubApi,
} from '../../testing/render.ts';
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
    marked: 'bram (moderator)',
    moderate: 'Modereren',
    mute: '10 minuten dempen: cato',
    undo: 'Ongedaan maken: cato',
    already: /Dat is al gebeurd/,
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
    marked: 'bram (moderator)',
    moderate: 'Moderate',
    mute: 'Mute for 10 minutes: cato',
    undo: 'Undo: cato',
    already: /That is done already/,
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
/** Waits until the browser has laid the element out with this height, and told those who observe it. */
const laidOut = (element: Element, height: number): Promise<void> =>
  new Promise((resolve) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry?.contentRect.height !== height) return;
      observer.disconnect();
      // A change within this call would be reported as a loop.
      requestAnimationFrame(() => resolve());
    });
    observer.observe(element);
  });

/** Scrolls like a reader, after the list's own scrolling has ended. */
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

beforeEach(() => {
  seq = 0;
  $beforeVisit.set(-1);
  changeVoice({ isModerator: false, moderators: [] });
  clearNotices();
});

const from = { performer: { messageType: 'host', sender: 'Vera' }, self: { sender: 'anna' } } as const;

describe.each(ofThisRun(sites))('the chat ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    openRoom([]);
  });

  const open = (as: 'guest' | 'member') => {
    $chat.set(watchingAs(as));
    return render(<ChatTab name="Vera" />, site.lang);
  };
  const field = () => page.getByRole('textbox', { name: site.write });

  it('L4.36 has a field for a message, which appears in the log once it is sent', async () => {
    await open('member');
    await expect.element(page.getByText(site.quiet)).toBeVisible();
    await expect.element(field()).toHaveAttribute('placeholder', site.write);
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
    await field().fill(site.hello);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('');
    await expect.poll(() => api.requests).toMatchObject([{ body: { data: { message: site.hello } } }]);
    const [{ clientId } = { clientId: '' }] = api.requests.map(({ body }) => body as { clientId: string });
    const message = { id: 'm1', seq: 1, messageType: 'member', sender: 'anna', message: site.hello };
    api.answer(200, { message: { ...message, clientId, amount: null, sentAt: '2026-11-20T12:00:00Z' } });
    await expect.element(page.getByRole('log')).toHaveTextContent(`${site.self} ${site.hello} 13:00`);
    await expect.element(page.getByText(site.quiet)).not.toBeInTheDocument();
  });

  it('asks a guest who wants to write to sign up', async () => {
    await open('guest');
    await expect.element(field()).not.toBeInTheDocument();
    await page.getByRole('button', { name: site.register }).click();
    expect($modal.get()).toEqual({ type: 'Register' });
  });

  it('marks the lines of moderators, earlier ones too, and gives them their tools', async () => {
    openRoom([line({}), line({ sender: 'cato' })]);
    await open('member');
    const first = () => document.querySelector('[data-kind=member]')?.textContent ?? '';
    await expect.poll(first).not.toContain(site.marked);
    changeVoice({ moderators: ['bram', 'anna'] });
    await expect.poll(first).toContain(site.marked);
    expect(page.getByText(site.moderate).elements()).toEqual([]);
    changeVoice({ isModerator: true });
    await page.getByText(site.moderate).click();
    await expect.poll(() => api.requests).toMatchObject([{ method: 'GET' }]);
    api.answer(200, { until: '2026-12-27T12:00:00.000Z', sanctions: [] });
    await page.getByRole('button', { name: site.mute }).click();
    await expect.poll(() => api.requests.at(-1)).toMatchObject({ body: { name: 'cato', kind: 'mute' } });
    api.answer(400, { label: 'badRequest.moderator.already' });
    await expect.element(page.getByText(site.already)).toBeVisible();
    await expect.poll(() => api.requests.length).toBe(3);
    const sanction = { id: 7, kind: 'mute', name: 'cato', reason: '', since: '', until: null, by: 'anna' };
    api.answer(200, { until: '2026-12-27T12:00:00.000Z', sanctions: [sanction] });
    await page.getByRole('button', { name: site.undo }).click();
    await expect.poll(() => api.requests.at(-1)).toMatchObject({ method: 'DELETE' });
    await expectAccessible();
  });

  it('distinguishes performer, self and others, not only by colour', async () => {
    openRoom([line({ ...from.performer }), line({ ...from.self }), line({})]);
    await open('member');
    const names = () => [...document.querySelectorAll('[data-who]')] as HTMLElement[];
    await expect
      .poll(() => names().map(({ dataset }) => dataset['who']))
      .toEqual(['performer', 'self', 'other']);
    expect(names().map(({ textContent }) => textContent)).toEqual(['Vera (performer)', site.self, 'bram']);
    expect(names()[0]?.querySelector('svg')).not.toBeNull();
  });

  it.each(chatMessageTypes)('L3.8 shows a message of the kind %s', async (messageType) => {
    openRoom([line({ messageType, message: 'What is said', amount: 100 })]);
    await open('member');
    await expect.element(page.getByText('What is said', { exact: false })).toBeVisible();
  });

  it('names the giver of a tip, and formats the amount in the page’s language', async () => {
    const tip = { messageType: 'tip', amount: 1250, message: '' } as const;
    openRoom([line(tip), line({ ...tip, ...from.self })]);
    await open('member');
    await expect.element(page.getByText(site.tip)).toBeVisible();
    await expect.element(page.getByText(site.ownTip)).toBeVisible();
  });

  it('L4.36 announces messages after joining, but not the backlog or own messages', async () => {
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

  /** Sets the height of eight lines, as the style sheet does on the page. */
  const scroller = async (): Promise<HTMLElement> => {
    await expect.element(page.getByRole('log')).toBeInTheDocument();
    const list = page.getByRole('log').element().parentElement as HTMLElement;
    list.style.cssText = 'height: 12rem; overflow-y: auto';
    return list;
  };
  const atEnd = (list: HTMLElement) => list.scrollHeight - list.scrollTop - list.clientHeight < 2;

  it('keeps the position of a reader further up; a pill counts new messages and leads to them', async () => {
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

  it('scrolls to an own message, and is at the end after another tab was opened', async () => {
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
    receiveMessage(line({ message: 'the last one' }));
    await expect.poll(() => list.textContent).toContain('the last one');
    await laidOut(list, 0);
    tab.hidden = false;
    await expect.poll(() => atEnd(list)).toBe(true);
  });

  it('says in words how many characters are left or too many, at the field and outside its border', async () => {
    await open('member');
    for (const [length, text] of [
      [249, site.left[0]],
      [248, site.left[1]],
      [251, site.over[0]],
      [252, site.over[1]],
    ] as const) {
      await field().fill('a'.repeat(length));
      await expect.element(field()).toHaveAccessibleDescription(text);
    }
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
    const counter = page.getByText(site.over[1]).first().element().getBoundingClientRect();
    expect(counter.bottom).toBeLessThanOrEqual(field().element().getBoundingClientRect().top);
    expect(counter.top).toBeGreaterThanOrEqual(
      (field().element().closest('form') as HTMLElement).getBoundingClientRect().top,
    );
    await field().fill('a'.repeat(200));
    await expect.element(field()).not.toHaveAccessibleDescription();
    await field().fill('a'.repeat(251));
    await expect.element(page.getByRole('status')).toHaveTextContent(site.over[0]);
  });
});

describe('a message that was typed and not sent', () => {
  let api: StubbedApi;
  const field = () => page.getByRole('textbox', { name: 'Schrijf een bericht' });
  /** The page restored after paying or a login: storage stays, memory is cleared. */
  const openPageOf = async (performer: string) => {
    leave();
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

  it('is restored on the same performer’s page only', async () => {
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('Ben je er morgen ook?');
    await openPageOf('Noor');
    await expect.element(field()).toHaveValue('');
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('');
  });

  it('is removed once it is sent', async () => {
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests).toHaveLength(1);
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('');
  });

  it('is removed at logout', async () => {
    forgetStream();
    await openPageOf('Vera');
    await expect.element(field()).toHaveValue('');
  });
});

describe('a notice', () => {
  beforeEach(() => {
    $chat.set(watchingAs('member'));
    openRoom([line(from.performer)]);
  });

  it.each([
    ['room', 'Room: Vera: Back at nine 13:00'],
    ['notice', 'Notice: Vera: Back at nine 13:00'],
  ] as const)('of the kind %s names its source', async (messageType, shown) => {
    await render(<ChatTab name="Vera" />, 'en');
    receiveMessage(line({ messageType, sender: 'Vera', message: 'Back at nine' }));
    await expect.element(page.getByRole('log')).toHaveTextContent(shown);
  });

  it('stands between the messages before and after it, in the page’s language', async () => {
    await render(<ChatTab name="Vera" />, 'nl');
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
    $chat.set(watchingAs('member'));
  });

  it('show times in the operator’s time zone', async () => {
    openRoom([line({ message: 'earlier' })]);
    await render(<ChatTab name="Vera" />, lang);
    receiveMessage(line({ message: 'now', sentAt: '2026-07-01T12:05:00Z' }));
    const times = () => [...document.querySelectorAll('[data-kind] time')].map((time) => time.textContent);
    await expect.poll(times).toEqual(['13:00', '14:05']);
  });

  it('from before the visit are separated, also after a rejoin', async () => {
    const first = line({ message: 'long ago' });
    openRoom([first]);
    await render(<ChatTab name="Vera" />, lang);
    const message = line({ message: 'during the visit' });
    receiveMessage(message);
    openRoom([first, message]);
    const order = () =>
      [...document.querySelectorAll('[data-kind], [data-older]')].map((one) =>
        one.matches('[data-older]') ? one.textContent : one.querySelector(':scope > bdi')?.textContent,
      );
    await expect.poll(order).toEqual(['long ago', before, 'during the visit']);
  });

  it('need no separator without earlier messages', async () => {
    openRoom([]);
    await render(<ChatTab name="Vera" />, lang);
    receiveMessage(line({}));
    await expect.poll(() => document.querySelectorAll('[data-kind]').length).toBe(1);
    expect(document.querySelector('[data-older]')).toBeNull();
  });
});
