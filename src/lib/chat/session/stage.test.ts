import { expect, it } from 'vitest';
import { stageOf } from './stage.ts';

const performer = 'Vera';

it('shows the picture while one is there or on its way', () => {
  expect(stageOf({ status: 'joining', performer }, 'paid')).toEqual({ kind: 'picture' });
  expect(stageOf({ status: 'idle' }, 'free')).toEqual({ kind: 'picture' });
});

it('says what can be watched before anything was', () => {
  expect(stageOf({ status: 'idle' }, 'paid')).toEqual({ kind: 'offer', offer: 'paid' });
  expect(stageOf({ status: 'idle' }, 'offline')).toEqual({ kind: 'offer', offer: 'offline' });
});

it('says why it ended, and what can be watched now', () => {
  expect(stageOf({ status: 'ended', performer, reason: 'paused' }, 'paused')).toEqual({
    kind: 'ended',
    reason: 'paused',
    offer: 'paused',
  });
});

it('offers a guest whose time is over an account, though the chat is free', () => {
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
] as const)('tells a failure for what it is: %s is about the %s', (label, what) => {
  expect(stageOf({ status: 'failed', performer, label }, 'free')).toMatchObject({ kind: 'failed', what });
});

it('goes back to the offer where a refusal says no more than that', () => {
  const refused = { status: 'failed', performer, label: 'badRequest.deduct.credits.amount' } as const;
  expect(stageOf(refused, 'paid')).toEqual({ kind: 'offer', offer: 'paid' });
});
