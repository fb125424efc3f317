import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Conversation } from '#contract/messaging/conversations.ts';
import { $favourites } from '#lib/member/favourites/favourites.ts';
import { $inbox, firstInbox } from '#lib/messaging/inbox/inbox.ts';
import { $popups, type Popup, setRoom, showPopup } from '#lib/messaging/popups/popups.ts';
import { $unsent } from '#lib/messaging/sending/unsent.ts';
import { $device } from '#lib/shell/device.ts';
import { $unread } from '#lib/shell/unread.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { conversationWith, privateMessage, vera } from '../../testing/messaging.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Popups } from './PopupHost.tsx';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import '../../../styles/messenger.css';
import '../../../styles/popups.css';

vi.mock('#lib/api/socket/socket.ts', () => ({ on: () => () => {}, onConnection: () => () => {} }));

const sites = [
  {
    lang: 'nl',
    messages: 'Berichten',
    minimise: 'Gesprek met Vera verkleinen',
    close: 'Gesprek met Vera sluiten',
    write: 'Schrijf een bericht',
    heart: 'Bewaar Vera als favoriet',
    unread: '2 ongelezen berichten',
  },
  {
    lang: 'en',
    messages: 'Messages',
    minimise: 'Minimise the conversation with Vera',
    close: 'Close the conversation with Vera',
    write: 'Write a message',
    heart: 'Keep Vera as a favourite',
    unread: '2 unread messages',
  },
] as const;

const nina = { ...vera, id: 'performer:3', userid: 3, username: 'Nina' };
const withVera: Popup = { other: vera, conversation: 7, minimized: false };
const withNina: Popup = { other: nina, conversation: 8, minimized: true };

const listed = (...conversations: Conversation[]) =>
  $inbox.set(firstInbox({ conversations, total: conversations.length, unread: 0 }));
const knows = (unread: number) =>
  listed(conversationWith(7, { other: vera, unread }), conversationWith(8, { other: nina }));

const opened = (count: number, readSeq: number) => ({
  id: 7,
  other: vera,
  messages: Array.from({ length: count }, (_, index) => privateMessage(index + 1)),
  nextPage: null,
  top: count,
  unread: count - readSeq,
  readSeq,
  theirs: { delivered: 0, read: 0 },
});

/** The surrounding page, with something focusable. */
async function open(lang: 'nl' | 'en'): Promise<void> {
  await render(<Popups />, lang);
  const main = document.createElement('main');
  main.tabIndex = -1;
  main.innerHTML = '<button type="button">Elsewhere</button>';
  document.body.prepend(main);
}

const desktop = () => page.viewport(1280, 800);
const popup = (name = 'Vera') => page.getByRole('region', { name, exact: true });
const elsewhere = () => page.getByRole('button', { name: 'Elsewhere' });

let api: StubbedApi;
beforeEach(async () => {
  api = stubApi();
  $unsent.set([]);
  $wallet.setKey('credits', 600);
  $favourites.set([]);
  $unread.set(0);
  setRoom({ most: 4, isQuiet: false });
  await desktop();
  // Part of the page's own styles.
  document.documentElement.style.setProperty('--header-height', '3.75rem');
  $popups.set([]);
  knows(0);
});

describe.each(ofThisRun(sites))('pop-ups beside the page ($lang)', (site) => {
  it('P2.126 P2.127 are in their own landmark, each named, once the conversations are known', async () => {
    $inbox.set(firstInbox(null));
    $popups.set([withVera, withNina]);
    await open(site.lang);
    await expect.element(elsewhere()).toBeVisible();
    expect(document.querySelector('.popup')).toBeNull();
    knows(0);
    await expect.element(page.getByRole('complementary', { name: site.messages })).toBeVisible();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, opened(1, 1));
    await expect.element(popup().getByText('message 1', { exact: true })).toBeVisible();
    await expect
      .element(popup().getByRole('link', { name: 'Vera' }))
      .toHaveAttribute('href', '/profile/Vera');
    // The avatar of a performer without a picture.
    await expect.element(popup().getByText('V', { exact: true })).toBeVisible();
    await expect.element(popup().getByRole('textbox', { name: site.write })).toBeVisible();
    await expect.element(popup('Nina').getByRole('textbox')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('P2.127 P2.128 fold to the header, which unfolds them, and keep the focus', async () => {
    $popups.set([withVera]);
    await open(site.lang);
    await expect.element(popup().getByRole('textbox')).toBeInTheDocument();
    popup().getByRole('textbox').element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(popup().getByRole('textbox')).not.toBeInTheDocument();
    const folded = popup().getByRole('button', { name: 'Vera', exact: true });
    await expect.element(folded).toHaveFocus();
    await expect.element(folded).toHaveAttribute('aria-expanded', 'false');
    await expectAccessible();
    // A click anywhere on the header.
    const { left, top } = folded.element().closest('div')?.getBoundingClientRect() ?? new DOMRect();
    const under = document.elementFromPoint(left + 4, top + 4);
    expect(under).toBe(folded.element());
    await folded.click();
    await expect.element(popup().getByRole('textbox')).toHaveFocus();
    await popup().getByRole('button', { name: site.minimise }).click();
    await expect.element(folded).toHaveFocus();
  });

  it('P4.30 blink for unread messages until they get the focus, which marks them as read', async () => {
    $popups.set([withVera]);
    knows(2);
    await open(site.lang);
    await expect.element(popup().getByText(site.unread)).toBeInTheDocument();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, opened(3, 1));
    await expect.element(popup().getByText('message 3', { exact: true })).toBeVisible();
    const frame = popup().element();
    expect(getComputedStyle(frame).animationName).toBe('popup-blink');
    expect(api.requests).toHaveLength(1);
    popup().getByRole('textbox').element().focus();
    expect(getComputedStyle(frame).animationName).toBe('none');
    await expect.poll(() => api.requests.at(-1)?.path).toBe('/api/messaging/inbox/message/read/3');
    api.answer(200, { unread: 0 });
    await expect.element(popup().getByText(site.unread)).not.toBeInTheDocument();
  });

  it('P2.127 close, and move the focus to the next one, then to the page', async () => {
    $popups.set([withVera, withNina]);
    await open(site.lang);
    await popup().getByRole('button', { name: site.close }).click();
    await expect.element(popup('Nina').getByRole('button', { name: 'Nina', exact: true })).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(() => document.querySelector('.popups')).toBeNull();
    await expect.poll(() => document.activeElement?.localName).toBe('main');
  });

  it('are reached by F6, which cycles back to the starting point', async () => {
    $popups.set([withVera, withNina]);
    await open(site.lang);
    const [field, folded] = [
      popup().getByRole('textbox'),
      popup('Nina').getByRole('button', { name: 'Nina', exact: true }),
    ];
    await expect.element(field).toBeVisible();
    elsewhere().element().focus();
    await userEvent.keyboard('{F6}');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{F6}');
    await expect.element(folded).toHaveFocus();
    await userEvent.keyboard('{F6}');
    await expect.element(elsewhere()).toHaveFocus();
    await userEvent.keyboard('{Shift>}{F6}{/Shift}');
    await expect.element(folded).toHaveFocus();
  });

  it('P2.127 have a heart that shows whether the performer is a favourite', async () => {
    $popups.set([withVera]);
    $favourites.set([{ performerId: 2 }]);
    await open(site.lang);
    const heart = popup().getByRole('button', { name: site.heart });
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    // The attribute by which src/enhance/ finds it.
    await expect.element(heart).toHaveAttribute('data-favourite', '2');
    $favourites.set([]);
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  });

  it('P2.128 have no minimise button on a phone, where Escape closes them and no keyboard opens by itself', async () => {
    await page.viewport(390, 844);
    window.dispatchEvent(new Event('resize'));
    await expect.poll(() => $device.get()).toBe('mobile');
    await open(site.lang);
    showPopup(vera, 7);
    await expect.element(popup().getByRole('link', { name: 'Vera' })).toHaveFocus();
    await expect.element(popup().getByRole('button', { name: site.minimise })).not.toBeInTheDocument();
    const { left, right, bottom } = popup().element().getBoundingClientRect();
    expect(left >= 0).toBe(true);
    expect(right <= 390).toBe(true);
    expect(bottom <= 844).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => $popups.get()).toEqual([]);
  });
});

it('P4.37 are 21 rem wide each, side by side, and at most as high as the page', async () => {
  await page.viewport(1440, 400);
  $popups.set([withVera, withNina]);
  await open('en');
  await expect.element(popup('Nina')).toBeVisible();
  const boxes = [popup(), popup('Nina')].map((one) => one.element().getBoundingClientRect());
  expect(boxes.map(({ width }) => width)).toEqual([20.25 * 16, 20.25 * 16]);
  expect((boxes[1]?.left ?? 0) - (boxes[0]?.left ?? 0)).toBe(21 * 16);
  expect(boxes[0]?.top).toBeGreaterThan(0);
});

it('L2.7 do not cover the controls of a stream page, and are placed beside the chat', async () => {
  const stream = document.createElement('div');
  stream.className = 'stream';
  stream.innerHTML = '<div class="stream-controls">Controls</div>';
  document.body.append(stream);
  const controls = stream.querySelector<HTMLElement>('.stream-controls');
  if (!controls) throw new Error('No controls');
  controls.style.cssText = 'position: fixed; left: 0; right: 0; bottom: 60px; height: 44px';
  document.documentElement.dataset['route'] = '{"name":"stream"}';
  try {
    $popups.set([withNina]);
    await render(<Popups />, 'en');
    const clear = () => popup('Nina').element().getBoundingClientRect().bottom;
    await expect.element(popup('Nina')).toBeVisible();
    await expect.poll(clear).toBeLessThanOrEqual(800 - 60 - 44);
    expect(popup('Nina').element().getBoundingClientRect().left).toBeLessThan(32);
    controls.remove();
    await expect.poll(clear).toBeGreaterThan(780);
  } finally {
    delete document.documentElement.dataset['route'];
  }
});
