import { z } from 'zod';
import { vipRefusals, vipStates } from '../chat/vip.ts';
import { endpoint } from '../endpoint.ts';

/** A request as the performer sees it. */
export const studioVipSchema = z.object({
  request: z.string(),
  /** The member's name in the room. */
  member: z.string(),
  /** What the member can pay, in credits; a show costs `prices.vipMinute` a minute. */
  credits: z.number().int(),
  state: z.enum(vipStates),
  reason: z.enum(vipRefusals).nullable(),
  /** ms that are left for an answer. */
  leftMs: z.number().int().min(0),
  /** ms that the show is kept for its member, whose line or page is gone; null while the member is there. */
  awayMs: z.number().int().min(0).nullable(),
});
export type StudioVip = z.infer<typeof studioVipSchema>;

/** To a performer's own sockets, at every change of a request or a show. */
export interface StudioVipPushes {
  'studio-vip': StudioVip;
}

/** Of the performer's room. */
export const studioShowsSchema = z.object({
  /** Unanswered, the oldest first. */
  requests: z.array(studioVipSchema),
  show: z
    .object({
      request: z.string(),
      member: z.string(),
      startedAt: z.string(),
      awayMs: z.number().int().min(0).nullable(),
    })
    .nullable(),
  /** Viewers who wait for the end of the show. */
  waiting: z.number().int(),
});

const answer = {
  base: 'studio',
  method: 'POST',
  access: 'performer',
  input: z.object({ request: z.string().min(1).max(64) }),
  output: studioVipSchema,
} as const;

export const acceptVip = endpoint({
  ...answer,
  path: '/vip/{request}/accept',
  summary: 'Begins the VIP show that a member asked for; everybody else’s chat ends',
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
  summary: 'Ends the running VIP show; the member gets the rest of the minute back',
  access: 'performer',
  input: z.object({}),
  output: z.object({ stopped: z.boolean() }),
  errors: ['badRequest.notFound'],
});
