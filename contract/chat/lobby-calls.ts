import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { authSchema } from './session-calls.ts';

/** ms between two calls of a page that waits. */
export const LOBBY_BEAT_MS = 5000;
/** ms without a call after which somebody no longer waits. */
export const LOBBY_LOST_MS = 20_000;

/**
 * Who waits is known by the call itself; the room by the auth of the chat that ended, or by the performer's name for who
 * had none.
 */
export const setLobby = endpoint({
  base: 'chat',
  method: 'PUT',
  path: '/chat/set-lobby',
  summary: 'Waits for a performer who is in a VIP show, or stops waiting; costs nothing and shows nothing',
  access: 'anyone',
  input: z.object({
    auth: authSchema.optional(),
    performer: z.string().min(1).max(64).optional(),
    lobby: z.boolean(),
  }),
  output: z.object({
    /** Whether the caller waits now. */
    lobby: z.boolean(),
    /** Everybody who waits, the caller included. */
    waiting: z.number().int(),
  }),
  /** The last two: there is nothing to wait for, as the performer can be joined or is gone. */
  errors: [
    'badRequest.invalid.auth',
    'badRequest.performer.notExists',
    'badRequest.notFound',
    'badRequest.vip.closed',
    'badRequest.performer.offline',
  ],
});
