import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { locales } from '#contract/locales.ts';
import { $unread, openRoom } from '#lib/chat/room/messages.ts';
import { $chat } from '#lib/chat/store.ts';
import { openTab } from '#lib/chat/tabs.ts';
import { render, stubApi } from '../../testing/render.ts';
import { watchingAs } from '../../testing/watching.ts';
import { ChatPanel } from './ChatPanel.tsx';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import '../../../styles/stream.css';
import '../../../styles/stream-frame.css';

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
