import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type ChatMessage, chatMessageTypes } from '#contract/chat/messages.ts';
import { openRoom, receiveMessage } from '#lib/chat/room/messages.ts';
import { $voice } from '#lib/chat/room/voice.ts';
import { $chat } from '#lib/chat/store.ts';
import { openTab } from '#lib/chat/tabs.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { ofThisRun, render, stubApi } from '../../testing/render.ts';
import { ChatTab } from './ChatTab.tsx';

const sites = [
  {
    lang: 'nl',
    fresh: 'Nieuw',
    send: 'Verstuur',
    muted: 'Vera heeft je gedempt.',
    kinds: ['(performer)', '', 'Melding: ', 'Kamer: ', 'geeft', 'Voor de toy: '],
  },
  {
    lang: 'en',
    fresh: 'New',
    send: 'Send',
    muted: 'Vera has muted you.',
    kinds: ['(performer)', '', 'Notice: ', 'Room: ', 'tips', 'For the toy: '],
  },
] as const;

const line = (seq: number, messageType: ChatMessage['messageType'] = 'member'): ChatMessage => ({
  id: `m${seq}`,
  seq,
  clientId: null,
  messageType,
  sender: 'bram',
  message: `line ${seq}`,
  amount: 100,
  sentAt: '2026-11-20T12:00:00Z',
});

describe.each(ofThisRun(sites))('a room ($lang)', ({ lang, fresh, send, muted, kinds }) => {
  beforeEach(() => {
    stubApi();
    openTab('chat');
    openRoom([]);
    $voice.set({ slowSeconds: null, muted: false, mutedUntil: null, isModerator: false, moderators: [] });
    $chat.set(watchingAs('member'));
  });

  it('distinguishes each kind of line in words, not only by colour', async () => {
    await render(<ChatTab name="Vera" />, lang);
    for (const [index, kind] of chatMessageTypes.entries()) receiveMessage(line(index + 1, kind));
    for (const [index, kind] of chatMessageTypes.entries())
      await expect
        .poll(() => document.querySelector(`[data-kind="${kind}"]`)?.textContent ?? '')
        .toContain(kinds[index]);
  });

  it('does not turn URLs into links', async () => {
    await render(<ChatTab name="Vera" />, lang);
    receiveMessage({ ...line(1), message: 'https://vonk.example <a href="/">x</a>' });
    await expect.element(page.getByText('https://vonk.example <a href="/">x</a>')).toBeVisible();
    expect(document.querySelector('[role=log] a')).toBeNull();
  });

  it('L4.43 shows where unread messages begin, until the chat is left again', async () => {
    await render(<ChatTab name="Vera" />, lang);
    receiveMessage(line(1));
    openTab('tips');
    receiveMessage(line(2));
    receiveMessage(line(3));
    openTab('chat');
    await expect.poll(() => document.querySelectorAll('[data-unread]').length).toBe(1);
    const mark = document.querySelector('[data-unread]');
    expect(mark?.textContent).toBe(fresh);
    expect(mark?.nextElementSibling?.textContent).toContain('line 2');
    openTab('tips');
    await expect.poll(() => document.querySelector('[data-unread]')).toBeNull();
  });

  it('shows that the viewer is muted, and sends nothing', async () => {
    await render(<ChatTab name="Vera" />, lang);
    $voice.set({ slowSeconds: null, muted: true, mutedUntil: null, isModerator: false, moderators: [] });
    await expect.element(page.getByText(muted).first()).toBeVisible();
    await page.getByRole('textbox').fill('hello');
    await expect.element(page.getByRole('button', { name: send })).toBeDisabled();
  });
});
