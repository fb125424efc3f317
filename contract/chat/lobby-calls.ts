import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { authSchema } from './session-calls.ts';

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
