import * as z from 'zod/mini';
import { chatPricesSchema } from '../chat/prices.ts';
import { paysFromSchema } from '../chat/room/sanction-calls.ts';
import { studioVipRefusals, vipStates } from '../chat/vip-calls.ts';
import { endpoint } from '../endpoint.ts';

/** What each unit of a show costs its member. */
const vipUnitSchema = z.object({ credits: z.int(), seconds: chatPricesSchema.shape.unitSeconds });
export type VipUnit = z.infer<typeof vipUnitSchema>;

/** A request, from the performer's view. */
export const studioVipSchema = z.object({
  request: z.string(),
  /** The member's name in the room. */
  member: z.string(),
  /** Minutes of a show that the member's credits carry at least. */
  paysFrom: paysFromSchema,
  unit: vipUnitSchema,
  state: z.enum(vipStates),
  reason: z.nullable(z.enum(studioVipRefusals)),
  /** ms left for an answer. */
  leftMs: z.int().check(z.minimum(0)),
  /** ms for which the show is kept while its member's connection or page is lost; null while the member is present. */
  awayMs: z.nullable(z.int().check(z.minimum(0))),
});
export type StudioVip = z.infer<typeof studioVipSchema>;

/** To a performer's own sockets, on every change of a request or show. */
export interface StudioVipPushes {
  'studio-vip': StudioVip;
}

/** Requests and shows of the performer's room. */
export const studioShowsSchema = z.object({
  /** Unanswered, oldest first. */
  requests: z.array(studioVipSchema),
  show: z.nullable(
    z.object({
      request: z.string(),
      member: z.string(),
      startedAt: z.string(),
      unit: vipUnitSchema,
      /** Credits from its member since then: units, tips and toy. */
      earned: z.int(),
      awayMs: z.nullable(z.int().check(z.minimum(0))),
    }),
  ),
  /** Viewers waiting for the end of the show. */
  waiting: z.int(),
});

const answer = {
  base: 'studio',
  method: 'POST',
  access: 'performer',
  input: z.object({ request: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: studioVipSchema,
} as const;

export const acceptVip = endpoint({
  ...answer,
  path: '/vip/{request}/accept',
  summary: 'Starts the VIP show that a member requested and ends all other chats of the room',
  errors: [
    'badRequest.notFound',
    'badRequest.vip.closed',
    'badRequest.deduct.credits.amount',
    'badRequest.performer.offline',
  ],
});

export const declineVip = endpoint({
  ...answer,
  path: '/vip/{request}/decline',
  summary: 'Declines a VIP request',
  errors: ['badRequest.notFound', 'badRequest.vip.closed'],
});

export const stopVipShow = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/vip/stop',
  summary: 'Ends the running VIP show and gives the member the rest of the unit back',
  access: 'performer',
  input: z.object({}),
  output: z.object({ stopped: z.boolean() }),
  errors: ['badRequest.notFound'],
});
