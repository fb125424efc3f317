import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { listOf, mailLang, nonNude } from '../../fields.ts';
import { performerCardSchema } from '../directory/directory-calls.ts';

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

/** Why a promotion is not shown today: its days are to come or over, or its picture or performer is missing. */
export const promoRests = ['later', 'over', 'picture', 'performer'] as const;
export type PromoRest = (typeof promoRests)[number];

interface ShownPromo extends PromoTerms {
  readonly placement: (typeof promoPlacements)[number];
  readonly image?: string | undefined;
}

/** Null if it is shown to those it is meant for. `isFound`: visitors find its performer, or it has none. */
export function restOf(
  promo: ShownPromo,
  { day, isFound }: { day: string; isFound: boolean },
): PromoRest | null {
  if (!isRunning(promo, { day, member: promo.audience === 'member' }))
    return (promo.from ?? day) > day ? 'later' : 'over';
  // (platform spec 2)
  if (promo.placement === 'overlay' && !promo.image) return 'picture';
  return isFound ? null : 'performer';
}

export const promoSchema = z.object({
  placement: z.enum(promoPlacements),
  /** `other`: wallet, dialog or link. */
  component: z.enum(['profile', 'other']),
  wallet: z.boolean(),
  data: z.object({
    image: z.nullable(z.string()),
    model: z.nullable(z.string()),
    season: z.optional(z.enum(seasons)),
    title: z.optional(z.string()),
    text: z.optional(z.string()),
    button: z.optional(z.string()),
    alt: z.optional(z.string()),
    modal: z.optional(z.enum(['Register', 'Login'])),
    link: z.optional(z.string()),
    mobileImageUrl: z.optional(z.string()),
    desktopImageUrl: z.optional(z.string()),
  }),
  card: z.optional(performerCardSchema),
});
export type Promo = z.infer<typeof promoSchema>;

export const listPromotions = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/promotion/whitelabel',
  summary: 'Returns the promotions that run now for this visitor at the given placements',
  access: 'anyone',
  input: z.object({
    placements: z._default(listOf(z.enum(promoPlacements), promoPlacements.length), [...promoPlacements]),
    lang: mailLang,
    /** Accepted and ignored: an installation has one brand, whose promotions these are. */
    whiteLabelToken: z.optional(z.string().check(z.maxLength(256))),
    /** The member's token, for clients without cookie or header. */
    memberToken: z.optional(z.string().check(z.maxLength(4096))),
    nonNude,
  }),
  output: z.object({ result: z.array(promoSchema) }),
  errors: [],
});
