import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { browserSchema } from '../member/notices/notice-calls.ts';
import { opensStream } from '../start/looks.ts';

export const readStudioNotices = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/notices',
  summary:
    'Returns the public key with which a browser subscribes to notices, null if the site sends none, and how many of the performer have',
  access: 'performer',
  input: z.object({}),
  output: z.object({ key: z.nullable(z.string()), browsers: z.int() }),
  errors: [],
});

export const subscribeStudioBrowser = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/notices/browser',
  summary:
    'Subscribes a browser to the notices that nobody sees the performer although she is live, until she logs out there',
  access: 'performer',
  input: browserSchema,
  output: done,
  errors: ['badRequest.notFound'],
});

export const renewStudioBrowser = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/notices/browser/renew',
  summary: 'Continues the subscription of a browser with this login, and returns whether it has one',
  access: 'performer',
  input: browserSchema,
  output: z.object({ isOn: z.boolean() }),
  errors: [],
});

export const unsubscribeStudioBrowser = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/notices/browser',
  summary: 'Ends the notices to a browser of the performer; idempotent',
  access: 'performer',
  input: z.pick(browserSchema, { endpoint: true }),
  output: done,
  errors: [],
});

/** ms for which the picture of a performer who is live must be missing until her browsers are told. */
export const LOST_AFTER_MS = 15_000;

/** What the server knows of the picture of a performer. */
export interface PictureFacts {
  readonly status: number;
  readonly isReceived: boolean;
  /** ms for which it has been missing, or for which the media server has run if that is less. */
  readonly missingMs: number;
  /** Her browsers were told that it is lost. */
  readonly isTold: boolean;
}

/**
 * What to tell her: once that her picture is lost, then that it is back. Nothing while viewers expect no picture: then
 * `isTold` is reset with her status.
 */
export function pictureNews({ status, isReceived, missingMs, isTold }: PictureFacts): 'lost' | 'back' | null {
  if (!opensStream(status)) return null;
  if (isReceived) return isTold ? 'back' : null;
  return !isTold && missingMs >= LOST_AFTER_MS ? 'lost' : null;
}
