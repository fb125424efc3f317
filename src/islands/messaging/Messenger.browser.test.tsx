import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $inbox, firstInbox } from '#lib/messaging/inbox/inbox.ts';
import { conversationWith } from '../testing/messaging.ts';
import { expectAccessible, ofThisRun, render, stubApi } from '../testing/render.ts';
import { Messenger, type MessengerPages } from './Messenger.tsx';
import '../../styles/global.css';
import '../../styles/utilities.css';
import '../../styles/messenger.css';

const sites = [
  {
    lang: 'nl',
    none: 'Je hebt nog geen berichten.',
    out: 'Bekijk performers',
    pick: 'Kies een gesprek om het te lezen.',
    search: 'Zoek op naam',
  },
  {
    lang: 'en',
    none: 'You have no messages yet.',
    out: 'See performers',
    pick: 'Choose a conversation to read it.',
    search: 'Search by name',
  },
] as const;

const pages: MessengerPages = {
  link: (path) => path,
  list: '/messenger',
  keyOf: ({ other }) => other.username,
  pageOf: (key) => `/messenger/${key}`,
  newPageOf: ({ username }) => `/messenger/new-conversation?model=${username}`,
  profileOf: null,
  outHref: '/',
  title: 'Messages',
};
const open = () => () => undefined;

describe.each(ofThisRun(sites))(
  'the messenger on a wide page ($lang)',
  ({ lang, none, out, pick, search }) => {
    beforeEach(async () => {
      stubApi();
      $inbox.set(null);
      await page.viewport(1440, 900);
    });
    const show = (count: number) => {
      const conversations = Array.from({ length: count }, (_, at) => conversationWith(at + 1));
      const list = { conversations, total: count, unread: 0 };
      $inbox.set(firstInbox(list));
      const first = {
        list,
        conversation: null,
        locale: lang,
        renderedAt: Date.parse('2026-11-26T15:00:00Z'),
      };
      return render(<Messenger {...first} pages={pages} open={open} />, lang);
    };

    it('is one pane with one way out while there are no conversations, also during a search', async () => {
      await show(0);
      await expect.element(page.getByText(none)).toBeVisible();
      await expect.poll(() => page.getByRole('link', { name: out }).elements().length).toBe(1);
      await expect.element(page.getByText(pick)).not.toBeInTheDocument();
      const { left, right } = page.getByRole('region').element().getBoundingClientRect();
      expect(Math.abs(left - (1440 - right))).toBeLessThan(2);
      await expectAccessible();
      await page.getByRole('searchbox', { name: search }).fill('v');
      await expect.element(page.getByText(pick)).not.toBeInTheDocument();
    });

    it('has the list beside a hint once there is one', async () => {
      await show(2);
      await expect.element(page.getByText(pick)).toBeVisible();
      expect(page.getByRole('region').element().getBoundingClientRect().left).toBe(0);
    });
  },
);
