import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { offerOf } from './offer.ts';

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
