import * as z from 'zod/mini';
import { authSchema } from './session-calls.ts';

/** Seconds in which a performer can answer (studio design). */
export const VIP_ANSWER_SECONDS = 120;

/** States of a request and of its show (live spec 4); `requested` exists only in the page, until the server has it. */
export const vipStates = ['pending', 'accepted', 'declined', 'stopped'] as const;

/** As the performer is told. `taken`: she accepted another member. */
export const studioVipRefusals = ['declined', 'expired', 'withdrawn', 'away', 'taken', 'no_credits'] as const;
/** Why a request did not become a show. `limit`: the member's own, which the performer reads as `no_credits`. */
export const vipRefusals = [...studioVipRefusals, 'limit'] as const;
export type VipRefusal = (typeof vipRefusals)[number];

export const vipRequestSchema = z.object({
  /** Id of the request. */
  request: z.string(),
  state: z.enum(vipStates),
  /** Set only if the request was declined. */
  reason: z.nullable(z.enum(vipRefusals)),
  /** ms left for an answer. */
  leftMs: z.int().check(z.minimum(0)),
});
export type VipRequest = z.infer<typeof vipRequestSchema>;

/** To the viewer who sent the request. */
export interface VipPushes {
  'vip-state': VipRequest & { session: string };
}

export const requestVipSchema = z.object({
  action: z.literal('requestVip'),
  auth: authSchema,
  recipient: z._default(z.literal('host'), 'host'),
});
/** Ends the show, or cancels an unanswered request. */
export const stopVipSchema = z.object({
  action: z.literal('stopVip'),
  auth: authSchema,
  recipient: z._default(z.literal('host'), 'host'),
});
