/** Credits (live spec 9). */
export const prices = {
  chatMinute: 60,
  vipMinute: 240,
  message: 60,
  welcome: 120,
  vipMinimum: 480,
} as const;

/** At or below this balance the wallet button changes (platform spec 9). */
export const LOW_CREDITS = 500;

/** Free chat of a guest for each performer and day: the 60-credit teaser at the chat price. */
export const GUEST_FREE_SECONDS = 60;
