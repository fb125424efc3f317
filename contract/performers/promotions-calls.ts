import { z } from 'zod';
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
    image: z.string().nullable(),
    model: z.string().nullable(),
    season: z.enum(seasons).optional(),
    title: z.string().optional(),
    text: z.string().optional(),
    button: z.string().optional(),
    alt: z.string().optional(),
    modal: z.enum(['Register', 'Login']).optional(),
    link: z.string().optional(),
    mobileImageUrl: z.string().optional(),
    desktopImageUrl: z.string().optional(),
  }),
  card: performerCardSchema.optional(),
});
export type Promo = z.infer<typeof promoSchema>;

export const listPromotions = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/promotion/whitelabel',
  summary: 'Promotions that run now for this visitor, by placement',
  access: 'anyone',
  input: z.object({
    placements: listOf(z.enum(promoPlacements), promoPlacements.length).default([...promoPlacements]),
    lang: mailLang,
    /** API key of the brand; another brand has no promotions here. */
    whiteLabelToken: z.string().max(256).optional(),
    /** The member's token, for clients without cookie or header. */
    memberToken: z.string().max(4096).optional(),
    nonNude,
  }),
  output: z.object({ result: z.array(promoSchema) }),
  errors: [],
});
