import { $player } from '@vonk/media/player';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { goodReception } from '#contract/chat/session.ts';
import { $chat, $interrupted, $reception, type Watching } from '#lib/chat/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { ofThisRun, render } from '../../testing/render.ts';
import { Screen } from './Screen.tsx';

const sites = [
  {
    lang: 'nl',
    connecting: 'Verbinden…',
    reconnecting: 'Het beeld komt zo terug…',
    waiting: 'We wachten op het beeld…',
    unreachable: 'Het beeld is even weg. We proberen het opnieuw…',
    full: 'Het is druk. We proberen het zo opnieuw…',
    on: 'Geluid aan',
    off: 'Geluid uit',
    unpaid: 'Geen beeld: je betaalt nu niets',
    frozen: 'Het beeld van Vera staat stil',
    frozenUnpaid: 'Je betaalt niets tot het weer beweegt',
    silent: 'Er komt geen geluid van Vera',
    moment: 'Eén moment, het beeld komt zo terug',
  },
  {
    lang: 'en',
    connecting: 'Connecting…',
    reconnecting: 'The picture is coming back…',
    waiting: 'Waiting for the picture…',
    unreachable: 'The picture is away for a moment. Trying again…',
    full: 'It is busy. Trying again in a moment…',
    on: 'Sound on',
    off: 'Sound off',
    unpaid: 'No picture: you pay nothing now',
    frozen: 'Vera’s picture stands still',
    frozenUnpaid: 'You pay nothing until it moves again',
    silent: 'No sound is coming from Vera',
    moment: 'One moment, the picture is coming back',
  },
] as const;

describe.each(ofThisRun(sites))('the player ($lang)', (site) => {
  beforeEach(() => {
    $chat.set({ status: 'idle' });
    $player.set({ state: { name: 'idle' }, needsUnmute: true });
    $reception.set(goodReception);
    $interrupted.set(null);
  });

  const open = (isShown: boolean) => render(<Screen isShown={isShown} name="Vera" />, site.lang);
  const status = () => page.getByRole('status');
  const sound = (name: string) => page.getByRole('button', { name });

  it('shows nothing while nothing is watched', async () => {
    await open(false);
    await expect.element(status()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('shows that the picture is loading, and why it is not there yet', async () => {
    $chat.set({ status: 'joining', performer: 'Vera' });
    await open(false);
    await expect.element(status()).toHaveTextContent(site.connecting);
    $chat.set(watchingAs('guest'));
    for (const [trouble, text] of [
      ['player.waiting', site.waiting],
      ['player.unreachable', site.unreachable],
      ['player.full', site.full],
    ] as const) {
      $player.set({ state: { name: 'connecting', trouble }, needsUnmute: true });
      await expect.element(status()).toHaveTextContent(text);
    }
    $player.set({ state: { name: 'playing' }, needsUnmute: true });
    await expect.element(status()).not.toBeInTheDocument();
  });

  it('shows that a stalled picture is being resumed', async () => {
    $chat.set(watchingAs('guest'));
    $player.set({ state: { name: 'stalled', since: 0 }, needsUnmute: false });
    await open(true);
    await expect.element(status()).toHaveTextContent(site.reconnecting);
    $player.set({ state: { name: 'playing' }, needsUnmute: false });
    await expect.element(status()).not.toBeInTheDocument();
  });

  it.each(['stalled', 'connecting'] as const)(
    'shows a paying viewer that a %s picture is not charged',
    async (name) => {
      $chat.set({ ...watchingAs('member'), type: 'chat' });
      const state = name === 'stalled' ? { name, since: 0 } : { name, trouble: null };
      $player.set({ state, needsUnmute: false });
      await open(true);
      await expect.element(page.getByText(site.unpaid)).toBeVisible();
      $chat.set(watchingAs('member'));
      await expect.element(page.getByText(site.unpaid)).not.toBeInTheDocument();
    },
  );

  it('asks for a moment while a restart interrupts the chat, and says that it is not charged', async () => {
    const chat: Watching = { ...watchingAs('member'), type: 'chat' };
    $interrupted.set(chat);
    await open(false);
    for (const now of [
      { status: 'ended', performer: 'Vera', reason: 'service-ended' },
      { status: 'joining', performer: 'Vera' },
      chat,
    ] as const) {
      $chat.set(now);
      await expect.element(status()).toHaveTextContent(`${site.moment} ${site.unpaid}`);
    }
    $interrupted.set(null);
    $player.set({ state: { name: 'playing' }, needsUnmute: true });
    await expect.element(status()).not.toBeInTheDocument();
  });

  it('says that the performer’s picture stands still, and that it is not charged', async () => {
    $chat.set({ ...watchingAs('member'), type: 'chat' });
    $player.set({ state: { name: 'playing' }, needsUnmute: true });
    $reception.set({ isFrozen: true, isSilent: true });
    await open(true);
    await expect.element(status()).toHaveTextContent(`${site.frozen}${site.frozenUnpaid}`);
    $chat.set(watchingAs('guest'));
    await expect.element(page.getByText(site.frozenUnpaid)).not.toBeInTheDocument();
    await expect.element(status()).toHaveTextContent(site.frozen);
    $reception.set(goodReception);
    await expect.element(status()).not.toBeInTheDocument();
  });

  it('says that no sound comes, to a viewer whose sound is on', async () => {
    $chat.set(watchingAs('guest'));
    $player.set({ state: { name: 'playing' }, needsUnmute: true });
    $reception.set({ isFrozen: false, isSilent: true });
    await open(true);
    await expect.element(status()).not.toBeInTheDocument();
    $player.set({ state: { name: 'playing' }, needsUnmute: false });
    await expect.element(status()).toHaveTextContent(site.silent);
  });

  it('is muted until unmuted, and muted again, by mouse and by keyboard', async () => {
    $chat.set(watchingAs('guest'));
    $player.set({ state: { name: 'playing' }, needsUnmute: true });
    await open(true);
    await sound(site.on).click();
    // The agent reports that there is sound.
    $player.set({ state: { name: 'playing' }, needsUnmute: false });
    await expect.element(sound(site.off)).toBeVisible();
    await sound(site.off).click();
    await expect.element(sound(site.on)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(sound(site.off)).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.element(sound(site.on)).toBeVisible();
  });
});
