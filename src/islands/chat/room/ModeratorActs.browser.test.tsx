import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { forgetMessages, openRoom, receiveMessage } from '#lib/chat/room/messages.ts';
import { changeVoice } from '#lib/chat/room/voice.ts';
import { $chat } from '#lib/chat/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { ChatTab } from './ChatTab.tsx';

const sites = [
  {
    lang: 'nl',
    waits: 'wacht',
    remove: 'Voor iedereen verwijderen: bram',
    over: /geen moderator van deze kamer/,
  },
  { lang: 'en', waits: 'waiting', remove: 'Remove for everybody: bram', over: /no longer a moderator/ },
] as const;

/** Number 0: it waits. */
const line = (id: string, seq: number, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  seq,
  clientId: null,
  messageType: 'member',
  sender: 'bram',
  message: `line ${id}`,
  amount: null,
  sentAt: '2026-11-20T12:00:00Z',
  ...change,
});

describe.each(ofThisRun(sites))(
  'the moderation delay in the chat ($lang)',
  ({ lang, waits, remove, over }) => {
    let api: StubbedApi;
    const open = async (isModerator: boolean) => {
      changeVoice({ isModerator, moderators: isModerator ? ['anna'] : [] });
      await render(
        <div style={{ height: '30rem' }}>
          <ChatTab name="Vera" />
        </div>,
        lang,
      );
    };
    const mark = () => page.getByText(waits, { exact: true });
    const button = () => page.getByRole('button', { name: remove });
    const texts = () => [...document.querySelectorAll('[role=log] p > bdi')].map((one) => one.textContent);

    beforeEach(() => {
      api = stubApi();
      openRoom([]);
      $chat.set(watchingAs('member'));
    });

    it('marks a message for a moderator until it is shown, in the same place and without moving anything', async () => {
      await open(true);
      receiveMessage(line('1', 1));
      receiveMessage(line('2', 0));
      receiveMessage(line('3', 2, { messageType: 'host', sender: 'Vera' }));
      await expect.element(mark()).toBeVisible();
      await expectAccessible();
      const element = mark().element().closest('p');
      const places = () =>
        [...document.querySelectorAll('[role=log] p')].map((one) => one.getBoundingClientRect().top);
      const before = places();
      receiveMessage(line('2', 3));
      await expect.element(mark()).not.toBeVisible();
      expect(texts()).toEqual(['line 1', 'line 2', 'line 3']);
      expect(element?.isConnected).toBe(true);
      expect(places()).toEqual(before);
    });

    it('lets a moderator remove a message, before and after it is shown, and says why it was refused', async () => {
      await open(true);
      receiveMessage(line('gone', 0));
      await button().click();
      await expect.poll(() => api.requests.at(-1)).toMatchObject({ method: 'DELETE' });
      expect(api.requests.at(-1)?.path).toMatch(/\/moderation\/messages\/gone$/);
      expect(document.activeElement?.matches('section')).toBe(true);
      // The panel of a moderator has asked first.
      api.answer(200, { until: '2026-12-27T12:00:00.000Z', sanctions: [] });
      api.answer(400, { label: 'badRequest.moderator.ended' });
      await expect.element(page.getByText(over)).toBeVisible();
      forgetMessages(['gone']);
      await expect.poll(texts).toEqual([]);
      receiveMessage(line('gone', 2));
      receiveMessage(line('2', 1));
      await expect.poll(texts).toEqual(['line 2']);
      await expect.element(button()).toBeVisible();
    });

    it('offers it neither for moderators and the performer, nor to viewers', async () => {
      await open(true);
      receiveMessage(line('1', 1, { sender: 'anna' }));
      receiveMessage(line('2', 2, { messageType: 'host', sender: 'Vera' }));
      receiveMessage(line('3', 3));
      await expect.poll(() => button().elements().length).toBe(1);
      expect(document.querySelectorAll('[role=log] button')).toHaveLength(1);
      changeVoice({ isModerator: false, moderators: [] });
      await expect.element(button()).not.toBeInTheDocument();
    });

    it('shows the sender’s own message as sent while others do not see it', async () => {
      await open(false);
      receiveMessage(line('9', 0, { sender: 'anna' }));
      await expect.poll(texts).toEqual(['line 9']);
      expect(mark().elements()).toEqual([]);
      expect(document.querySelector('[data-kind=member]')?.getAttribute('aria-live')).toBe('off');
    });
  },
);
