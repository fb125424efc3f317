/** Credits (live spec 9). */
export const prices = {
  chatMinute: 60,
  vipMinute: 240,
  message: 60,
  welcome: 120,
  vipMinimum: 480,
} as const;

/** Cents that a performer is paid for credits, rounded down; the rate is in cents for 100 credits. */
export const payoutCents = (credits: number, rate: number): number => Math.floor((credits * rate) / 100);

/** The wallet button changes at or below this balance (platform spec 9). */
export const LOW_CREDITS = 500;

/** Seconds of free chat per guest, performer and day: the 60-credit teaser at the chat price. */
export const GUEST_FREE_SECONDS = 60;
