export const promoPlacements = ['logo', 'theme', 'overlay', 'grid', 'sidebar'] as const;

/** (platform spec 2) */
export const seasons = ['christmas', 'easter', 'kings-day', 'valentine'] as const;
export type Season = (typeof seasons)[number];

/** (live spec 9) */
export const PROMO_GRID_LIMIT = 2;

export const promoAudiences = ['everyone', 'guest', 'member'] as const;
export type PromoAudience = (typeof promoAudiences)[number];

/** First and last day, both inclusive, in the operator's time zone. */
export interface PromoTerms {
  readonly audience: PromoAudience;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export function isRunning(promo: PromoTerms, now: { day: string; member: boolean }): boolean {
  const meant = promo.audience === 'everyone' || (promo.audience === 'member') === now.member;
  return meant && (promo.from ?? now.day) <= now.day && now.day <= (promo.until ?? now.day);
}
