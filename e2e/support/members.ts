import { prices } from '#contract/wallet/prices.ts';

/** Specs that log somebody in. What one of them spends, keeps or changes no other one sees. */
const specs = [
  'cam-back',
  'cam-back-killed',
  'credits-out',
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
  'pay',
  'promo',
  // One for each journey: the rest of a minute would go on in the next.
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
  'stalled',
  'tip',
  'toy',
  'toy-phone',
  'vip',
  'watch',
  'watch-dead-media',
  'watch-janus',
] as const;

export type MemberOf = (typeof specs)[number];

/** A spec's own: one with credits to spend, one with those of two VIP minutes, one who has just signed up. */
export const accountsOf = (spec: MemberOf) => ({
  rich: `rich@${spec}.example`,
  two: `two@${spec}.example`,
  poor: `poor@${spec}.example`,
});

/** Two VIP minutes, and what is too little for a third. */
export const TWO_VIP_MINUTES = 2 * prices.vipMinute + 100;

/** Those of every spec, as the template's data folder gets them. */
export const journeyMembers = specs.flatMap((spec) => {
  const { rich, two, poor } = accountsOf(spec);
  return [
    { email: rich, username: `rich-${spec}`, verified: true, credits: 5000 },
    { email: two, username: `two-${spec}`, verified: true, credits: TWO_VIP_MINUTES },
    { email: poor, username: poor, verified: false, credits: 0 },
  ];
});
