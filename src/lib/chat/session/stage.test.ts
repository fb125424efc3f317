import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { offerOf } from '../offer.ts';
import { stageOf } from './stage.ts';

const performer = 'Vera';

it('shows the picture while it plays or is loading', () => {
  expect(stageOf({ status: 'joining', performer }, 'paid')).toEqual({ kind: 'picture' });
  expect(stageOf({ status: 'idle' }, 'free')).toEqual({ kind: 'picture' });
});

it('shows the offer before anything was watched', () => {
  expect(stageOf({ status: 'idle' }, 'paid')).toEqual({ kind: 'offer', offer: 'paid' });
  expect(stageOf({ status: 'idle' }, 'offline')).toEqual({ kind: 'offer', offer: 'offline' });
});

it('shows why it ended, and what can be watched now', () => {
  expect(stageOf({ status: 'ended', performer, reason: 'paused' }, 'paused')).toEqual({
    kind: 'ended',
    reason: 'paused',
    offer: 'paused',
  });
});

it('offers an account to a guest whose time is over, though the chat is free', () => {
  const view = stageOf({ status: 'ended', performer, reason: 'guest_expired' }, 'free');
  expect(view).toMatchObject({ kind: 'ended', offer: 'register' });
});

it.each([
  ['player.unsupported', 'browser'],
  ['player.codec', 'browser'],
  ['player.outdated', 'old-browser'],
  ['player.format', 'format'],
  ['player.unreachable', 'picture'],
  ['badRequest.media.unavailable', 'picture'],
  ['UNAVAILABLE', 'chat'],
  ['badRequest.tooMany', 'chat'],
] as const)('L8.7 shows a failure by its cause: %s is about the %s', (label, what) => {
  expect(stageOf({ status: 'failed', performer, label }, 'free')).toMatchObject({ kind: 'failed', what });
});

it('returns to the offer when a refusal says no more than the offer', () => {
  const refused = { status: 'failed', performer, label: 'badRequest.deduct.credits.amount' } as const;
  expect(stageOf(refused, 'paid')).toEqual({ kind: 'offer', offer: 'paid' });
});

it.each([
  ['free chat to a guest', onlineStatus.free, false, 'free'],
  ['free chat to a member', onlineStatus.free, true, 'free'],
  ['an account to a guest where chat is paid', onlineStatus.online, false, 'register'],
  ['paid chat to a member', onlineStatus.online, true, 'paid'],
  ['to wait for a break to end', onlineStatus.paused, true, 'paused'],
  ['to wait for a private show to end', onlineStatus.vip, true, 'busy'],
  ['others when the performer is away', onlineStatus.offline, true, 'offline'],
] as const)('L3.13 offers %s', (_, status, isMember, offer) => {
  expect(offerOf(status, isMember)).toBe(offer);
});
