import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { locales } from '#contract/locales.ts';
import { $unread, openRoom, receiveMessage } from '#lib/chat/room/messages.ts';
import { $chat } from '#lib/chat/store.ts';
import { $hidesInterface, $isChatSeen, openTab, toggleInterface } from '#lib/chat/tabs.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { ofThisRun, render, stubApi } from '../../testing/render.ts';
import { ChatPanel } from './ChatPanel.tsx';
import { ShowInterface } from './InterfaceToggle.tsx';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import '../../../styles/stream.css';
import '../../../styles/stream-frame.css';

const sites = [
  {
    lang: 'nl',
    tip: 'Fooi',
    unread: (count: string) => `${count} ongelezen`,
    hide: 'Verberg de chat',
    show: 'Toon chat',
    news: 'Nieuwe berichten',
  },
  {
    lang: 'en',
    tip: 'Tip',
    unread: (count: string) => `${count} unread`,
    hide: 'Hide the chat',
    show: 'Show chat',
    news: 'New messages',
  },
] as const;

describe.each(ofThisRun(sites))('the tabs beside the picture ($lang)', (site) => {
  beforeEach(async () => {
    stubApi();
    openRoom([]);
    openTab('chat');
    $chat.set(watchingAs('member'));
    await render(<ChatPanel name="Vera" locale={site.lang} hasVip />, site.lang);
  });
  const chat = () => page.getByRole('tab', { name: /^Chat/ });

  it('L2.2 start with the chat', async () => {
    await expect.element(chat()).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tab').nth(0)).toHaveTextContent('Chat');
    await expect.element(page.getByRole('tab').nth(2)).toHaveTextContent('VIP');
    await expect.element(page.getByRole('tab').nth(3)).toHaveTextContent('Credits');
  });

  it('switch when code opens another one, such as the wallet', async () => {
    await page.getByRole('tab', { name: 'VIP' }).click();
    openTab('wallet');
    await expect.element(page.getByRole('tab', { name: 'Credits' })).toHaveAttribute('aria-selected', 'true');
  });

  it('stay when something else in the panel is clicked', async () => {
    await page.getByRole('tab', { name: 'Credits' }).click();
    await page.getByRole('tabpanel').click({ position: { x: 2, y: 2 } });
    await expect.element(page.getByRole('tab', { name: 'Credits' })).toHaveAttribute('aria-selected', 'true');
  });

  it.each([
    [1, '1', '1'],
    [99, '99', '99'],
    [100, '99+', '100'],
    [1250, '99+', site.lang === 'nl' ? '1.250' : '1,250'],
  ])(
    'P9.6 show %i unread messages as %s, and announce the whole number to screen readers',
    async (count, shown, total) => {
      await page.getByRole('tab', { name: site.tip }).click();
      $unread.set(count);
      await expect.element(chat()).toHaveTextContent(`Chat${shown} ${site.unread(total)}`);
      await expect.element(page.getByRole('tab', { name: `Chat ${site.unread(total)}` })).toBeVisible();
      await chat().click();
      await expect.element(chat()).toHaveTextContent('Chat');
      expect($unread.get()).toBe(0);
    },
  );

  it('are hidden with one tap, and then nothing counts as read', async () => {
    expect($isChatSeen.get()).toBe(true);
    const hide = page.getByRole('button', { name: site.hide });
    await expect.element(hide).toHaveClass('tip');
    await hide.click();
    expect($hidesInterface.get()).toBe(true);
    expect($isChatSeen.get()).toBe(false);
  });

  it('reopen by a button that marks unseen messages, announces them once, and is then reset', async () => {
    await render(<ShowInterface />, site.lang);
    toggleInterface();
    const show = (unread: string) => page.getByRole('button', { name: `${site.show}${unread}`, exact: true });
    const announcement = page.getByRole('status').filter({ hasText: site.news });
    await expect.element(show('')).toBeVisible();
    await expect.element(announcement).not.toBeInTheDocument();
    const line = {
      clientId: null,
      messageType: 'host',
      sender: 'Vera',
      message: 'hoi',
      amount: null,
    } as const;
    for (const seq of [1, 2]) {
      receiveMessage({ ...line, id: String(seq), seq, tipType: null, sentAt: '2026-11-20T12:00:00.000Z' });
      await expect.element(show(` ${seq} ${site.unread(String(seq)).slice(2)}`)).toBeVisible();
    }
    await expect.element(announcement).toBeInTheDocument();
    await show(` 2 ${site.unread('2').slice(2)}`).click();
    expect($hidesInterface.get()).toBe(false);
    expect($unread.get()).toBe(0);
    await expect.element(announcement).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: site.show })).not.toBeInTheDocument();
  });
});

/** Screen area of the panel: the whole screen, or the right part of a phone in landscape. */
const screens = [
  { width: 320, height: 640, panel: 320 },
  { width: 390, height: 844, panel: 390 },
  { width: 844, height: 390, panel: 352 },
  { width: 1440, height: 900, panel: 384 },
] as const;

const boxesOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());

describe.each(locales)('the tabs beside the picture in %s', (lang) => {
  beforeEach(async () => {
    stubApi();
    openRoom([]);
    openTab('tips');
    $chat.set(watchingAs('member'));
    await render(<ChatPanel name="Vera" locale={lang} hasVip />, lang);
  });

  it.each(screens)('fit on $width × $height, with or without an unread count', async (screen) => {
    await page.viewport(screen.width, screen.height);
    document.body.style.width = `${screen.panel}px`;
    for (const unread of [0, 100]) {
      $unread.set(unread);
      await expect.poll(() => boxesOf('.stream-unread').length).toBe(unread === 0 ? 0 : 1);
      const tabs = boxesOf('[role="tab"]');
      const hide = boxesOf('.stream-hide').find(({ width }) => width > 0);
      const end = hide?.left ?? screen.panel;
      expect(tabs).toHaveLength(4);
      expect(tabs.at(-1)?.right).toBeLessThanOrEqual(end);
      for (const { height } of tabs) expect(height).toBeLessThan(56);
    }
  });
});
