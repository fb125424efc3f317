import { $player } from '@vonk/media/player';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EndReason } from '#contract/chat/session.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { watchingAs } from '../../testing/visitor.ts';
import { $stream } from '../offer.ts';
import { $chat, $interrupted, type Watching } from '../store.ts';
import { bridge } from './interruption.ts';

let end = (): void => {};

function interrupt(reason: EndReason, chat: Watching = watchingAs('member')): void {
  $chat.set(chat);
  end = bridge(chat, reason);
  $chat.set({ status: 'ended', performer: 'Vera', reason });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  $stream.set({ user: 1, username: 'Vera', onlineStatus: onlineStatus.free, isMember: true });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

it.each([
  ['service-ended', 20_000],
  // The picture had been away for the fifteen seconds of the auth token.
  ['ping-auth-expired', 5000],
] as const)('lasts after %s for %i ms', (reason, ms) => {
  interrupt(reason);
  vi.advanceTimersByTime(ms - 1);
  expect($interrupted.get()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect($interrupted.get()).toBeNull();
});

it('goes on through attempts to join that fail in passing', () => {
  interrupt('service-ended');
  $chat.set({ status: 'joining', performer: 'Vera' });
  $chat.set({ status: 'failed', performer: 'Vera', label: 'UNAVAILABLE' });
  $chat.set({ status: 'ended', performer: 'Vera', reason: 'service-ended' });
  expect($interrupted.get()).not.toBeNull();
  $chat.set({ status: 'failed', performer: 'Vera', label: 'badRequest.chat.blocked' });
  expect($interrupted.get()).toBeNull();
});

it('ends with the first picture, and not before', () => {
  interrupt('service-ended');
  const chat = watchingAs('member');
  $chat.set(chat);
  $player.set({ state: { name: 'connecting', trouble: 'player.waiting' }, needsUnmute: true });
  expect($interrupted.get()).not.toBeNull();
  $player.set({ state: { name: 'playing' }, needsUnmute: true });
  expect($interrupted.get()).toBeNull();
});

it('ends when the performer is away; a show is busy for others only', () => {
  interrupt('service-ended');
  $stream.setKey('onlineStatus', onlineStatus.vip);
  expect($interrupted.get()).toBeNull();
  interrupt('ping-auth-expired', { ...watchingAs('member'), type: 'vip' });
  $stream.setKey('onlineStatus', onlineStatus.vip);
  expect($interrupted.get()).not.toBeNull();
  $stream.setKey('onlineStatus', onlineStatus.offline);
  expect($interrupted.get()).toBeNull();
});
