import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listOf, mailLang, nonNude } from '../fields.ts';
import { performerCardSchema } from './directory-calls.ts';
import { promoPlacements, seasons } from './promo.ts';

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
