import { z } from 'zod';
import { authSchema } from './session-calls.ts';

/** Seconds that a performer has to answer (studio design). */
export const VIP_ANSWER_SECONDS = 120;

/** Of a request, and of the show it became (live spec 4); `requested` is the page's own, until the server has it. */
export const vipStates = ['pending', 'accepted', 'declined', 'stopped'] as const;

/** Why nothing came of a request. `taken`: the performer went with somebody else. */
export const vipRefusals = [
  'declined',
  'expired',
  'withdrawn',
  'away',
  'taken',
  'no_credits',
  'limit',
] as const;
export type VipRefusal = (typeof vipRefusals)[number];

export const vipRequestSchema = z.object({
  /** Id of the request. */
  request: z.string(),
  state: z.enum(vipStates),
  /** Null unless it was declined. */
  reason: z.enum(vipRefusals).nullable(),
  /** ms that are left for an answer. */
  leftMs: z.number().int().min(0),
});
export type VipRequest = z.infer<typeof vipRequestSchema>;

/** To the one viewer who asked. */
export interface VipPushes {
  'vip-state': VipRequest & { session: string };
}

export const requestVipSchema = z.object({
  action: z.literal('requestVip'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
});
/** Ends the show, or takes an unanswered request back. */
export const stopVipSchema = z.object({
  action: z.literal('stopVip'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
});
