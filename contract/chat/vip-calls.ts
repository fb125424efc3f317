import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
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

/** ms between two calls of a waiting page. */
export const LOBBY_BEAT_MS = 5000;
/** ms without a call after which a viewer no longer counts as waiting. */
export const LOBBY_LOST_MS = 20_000;

/**
 * The caller identifies the viewer. The room comes from the auth token of the ended chat, or from the performer's name
 * if the viewer had no chat.
 */
export const setLobby = endpoint({
  base: 'chat',
  method: 'PUT',
  path: '/chat/set-lobby',
  summary: 'Waits for a performer in a VIP show or on a break, or stops waiting; without picture and charge',
  access: 'anyone',
  input: z.object({
    auth: z.optional(authSchema),
    performer: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    lobby: z.boolean(),
  }),
  output: z.object({
    /** Whether the caller waits now. */
    lobby: z.boolean(),
    /** Number of waiting viewers, including the caller. */
    waiting: z.int(),
  }),
  /** The last two mean there is nothing to wait for: the performer can be joined, or is offline. */
  errors: [
    'badRequest.invalid.auth',
    'badRequest.session.ended',
    'badRequest.performer.notExists',
    'badRequest.notFound',
    'badRequest.vip.closed',
    'badRequest.performer.offline',
  ],
});

export const readVip = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/vip',
  summary:
    'Returns the newest VIP request of a chat, to close the gap after a reconnect; null if there is none',
  access: 'member',
  input: z.object({ auth: authSchema }),
  output: z.object({ vip: z.nullable(vipRequestSchema) }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended', 'badRequest.notFound'],
});

export const readOwnShow = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/vip/own',
  summary:
    'Returns the caller’s own show with a performer, which a join of type `vip` continues; null if there is none',
  access: 'member',
  input: z.object({ performer: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({
    show: z.nullable(
      z.object({
        /** ms for which the show is kept; null while it is watched elsewhere. */
        awayMs: z.nullable(z.int().check(z.minimum(0))),
      }),
    ),
  }),
  errors: ['badRequest.performer.notExists', 'badRequest.notFound'],
});
