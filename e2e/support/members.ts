import { prices } from '#contract/wallet/prices.ts';

/** Specs that log in members. Each has its own accounts, so that its changes do not affect the others. */
const specs = [
  'cam-back',
  'cam-back-killed',
  'credits-out',
  'cut',
  'delete-account',
  'favourites',
  'firefox',
  'firefox-messenger',
  'goes-paid',
  'grid',
  'header',
  'keyboard',
  'logout',
  'messenger',
  'messenger-lost',
  'messenger-phone',
  'messenger-popups',
  'messenger-popups-stream',
  'messenger-photo',
  'messenger-studio',
  'pay',
  'promo',
  // One per journey, because the rest of a minute would continue in the next.
  'rests-browser',
  'rests-cast',
  'rests-follow',
  'rests-offline',
  'rests-pause',
  'rests-service',
  'room',
  'room-notice',
  'room-stop',
  'search',
  'second-tab',
  'security',
  'stalled',
  'studio',
  'tip',
  'toy',
  'toy-phone',
  'vip',
  'watch',
  'watch-dead-media',
  'watch-janus',
] as const;

export type MemberOf = (typeof specs)[number];

/** Accounts of a spec: with many credits, with credits for two VIP minutes, and newly registered without credits. */
export const accountsOf = (spec: MemberOf) => ({
  rich: `rich@${spec}.example`,
  two: `two@${spec}.example`,
  poor: `poor@${spec}.example`,
});

/** Credits for two VIP minutes, with too few left for a third. */
export const TWO_VIP_MINUTES = 2 * prices.vipMinute + 100;

/** Members of all specs, for the template's data folder. */
export const journeyMembers = specs.flatMap((spec) => {
  const { rich, two, poor } = accountsOf(spec);
  return [
    { email: rich, username: `rich-${spec}`, verified: true, credits: 5000 },
    { email: two, username: `two-${spec}`, verified: true, credits: TWO_VIP_MINUTES },
    { email: poor, username: poor, verified: false, credits: 0 },
  ];
});
