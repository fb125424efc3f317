import { atom, map } from 'nanostores';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles/global.css';
import '../../styles/area-utilities.css';
import type { RoomLine } from '#lib/chat/room/with-message.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { ofThisRun } from '../testing/languages.ts';
import { render } from '../testing/render.ts';
import { RoomChat } from './RoomChat.tsx';
import { RoomRules } from './RoomRules.tsx';
import { StudioContext, type StudioPage } from './studio-page.ts';

const sites = [
  {
    lang: 'nl',
    rules: 'Regels van de kamer',
    delay: 'Vertraging voor moderatie',
    four: '4 seconden',
    off: 'Uit',
    waits: 'wacht',
    remove: 'Voor iedereen verwijderen: Anna',
  },
  {
    lang: 'en',
    rules: 'Rules of the room',
    delay: 'Moderation delay',
    four: '4 seconds',
    off: 'Off',
    waits: 'waiting',
    remove: 'Remove for everybody: Anna',
  },
] as const;

const line = (id: string, change: Partial<RoomLine> = {}): RoomLine => ({
  id,
  seq: 1,
  clientId: null,
  messageType: 'member',
  sender: 'Anna',
  message: `line ${id}`,
  amount: null,
  sentAt: '2026-11-27T12:00:00.000Z',
  ...change,
});

/** A room whose acts are recorded. */
function aRoom() {
  const room = {
    setMessageDelay: vi.fn(async () => true),
    removeMessage: vi.fn(async () => true),
    $lines: atom<readonly RoomLine[]>([]),
    $unsent: atom([]),
    $room: map({
      rules: { slowSeconds: null, delaySeconds: null as number | null, words: [] },
      moderators: [],
    }),
  };
  return { room, studio: { room } as unknown as StudioPage };
}

describe.each(ofThisRun(sites))('the moderation delay of a room ($lang)', (site) => {
  it('is off, 2, 4 or 6 seconds', async () => {
    const { room, studio } = aRoom();
    await render(
      <StudioContext value={studio}>
        <RoomRules />
      </StudioContext>,
      site.lang,
    );
    await page.getByText(site.rules).click();
    const choice = page.getByRole('combobox', { name: site.delay });
    await expect.element(choice).toHaveDisplayValue(site.off);
    expect(choice.element().querySelectorAll('option')).toHaveLength(4);
    await choice.selectOptions(site.four);
    expect(room.setMessageDelay).toHaveBeenLastCalledWith(4);
    room.$room.setKey('rules', { slowSeconds: null, delaySeconds: 4, words: [] });
    await expect.element(choice).toHaveDisplayValue(site.four);
    await expectAccessible();
    await choice.selectOptions(site.off);
    expect(room.setMessageDelay).toHaveBeenLastCalledWith(null);
  });

  it('marks messages that wait, and removes a message', async () => {
    const { room, studio } = aRoom();
    room.$lines.set([line('1'), line('2', { seq: 1.5, waits: true })]);
    await render(
      <StudioContext value={studio}>
        <RoomChat listLook="h-80" />
      </StudioContext>,
      site.lang,
    );
    const mark = page.getByText(site.waits, { exact: true });
    await expect.element(mark).toBeVisible();
    expect(mark.elements()).toHaveLength(1);
    await expectAccessible();
    await page.getByRole('button', { name: site.remove }).last().click();
    expect(room.removeMessage).toHaveBeenCalledExactlyOnceWith('2');
    expect(document.activeElement?.matches('section')).toBe(true);
    const waiting = mark.element().closest('[data-kind]');
    room.$lines.set([line('1'), line('2', { seq: 1.5 })]);
    await expect.element(mark).not.toBeVisible();
    expect(waiting?.isConnected).toBe(true);
    await page.getByRole('button', { name: site.remove }).first().click();
    expect(room.removeMessage).toHaveBeenLastCalledWith('1');
  });
});
