import { atom, map } from 'nanostores';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../styles/global.css';
import { expectAccessible, ofThisRun, render } from '../../testing/render.ts';
import { StudioContext, type StudioPage } from '../studio-page.ts';
import { Level, SoundTest } from './DeviceCheck.tsx';
import '../../../styles/area-utilities.css';
import type { RoomLine } from '#lib/chat/room-lines.ts';
import { RoomChat } from '../room/RoomChat.tsx';
import { RoomRules } from '../room/RoomSettings.tsx';

/** A track with a tone, as of a microphone; `play` needs a click before it. */
function aMicrophone(): { track: MediaStreamTrack; play: () => Promise<void> } {
  const context = new AudioContext();
  const tone = new OscillatorNode(context);
  const target = new MediaStreamAudioDestinationNode(context);
  tone.connect(target);
  tone.start();
  onTestFinished(() => context.close());
  const [track] = target.stream.getAudioTracks();
  if (!track) throw new Error('No track');
  return { track, play: () => context.resume() };
}

it('records three seconds of the microphone and plays them back', async () => {
  const { track, play } = aMicrophone();
  const $devices = atom({ microphone: track });
  const studio = { broadcast: { devices: { $devices } } } as unknown as StudioPage;
  await render(
    <StudioContext value={studio}>
      <SoundTest />
    </StudioContext>,
    'en',
  );
  const button = page.getByRole('button', { name: 'Record 3 seconds' });
  await button.click();
  await play();
  await expect.element(page.getByText('Recording …')).toBeVisible();
  const heard = () => document.querySelector('audio');
  expect(heard()).toBeNull();
  const before = performance.now();
  await expect.poll(heard, { timeout: 10_000 }).not.toBeNull();
  expect(performance.now() - before).toBeGreaterThan(2000);
  const recording = await (await fetch(heard()?.src ?? '')).blob();
  expect(recording.size).toBeGreaterThan(1000);
  await expect.element(button).toBeVisible();
  await expectAccessible();
});

it('shows how loud the microphone is', async () => {
  const { track, play } = aMicrophone();
  const studio = {
    broadcast: { devices: { $devices: atom({ microphone: track }) } },
  } as unknown as StudioPage;
  await render(
    <StudioContext value={studio}>
      <Level />
      <button type="button" onClick={() => void play()}>
        tone
      </button>
    </StudioContext>,
    'en',
  );
  const meter = page.getByRole('meter', { name: 'Sound level' });
  await expect.element(meter).toHaveAttribute('value', '0');
  await page.getByRole('button', { name: 'tone' }).click();
  const level = () => Number(meter.element().getAttribute('value'));
  await expect.poll(level).toBeGreaterThan(50);
});

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
