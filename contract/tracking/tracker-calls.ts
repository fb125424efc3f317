import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, textId } from '../fields.ts';
import { durationSchema, trackerLogSchema } from './tracker.ts';

/** An id chosen by the client. */
const clientName = z.pipe(textId(128), z.string().check(z.minLength(1)));
const duration = z.partial(durationSchema);

export const logTracking = endpoint({
  base: 'member',
  method: 'POST',
  path: '/tracker',
  summary: 'Counts an event of a visit; a browser sends events only with the visitor’s consent',
  access: 'anyone',
  input: z.object({
    /** A beacon's log has duration and fingerprint, and may have nothing else (live spec 7). */
    log: z.extend(trackerLogSchema, {
      event: z._default(trackerLogSchema.shape.event, 'close'),
      timestamp: z.optional(trackerLogSchema.shape.timestamp),
      host: z.optional(trackerLogSchema.shape.host),
      duration: z.optional(duration),
      fingerprint: z.optional(clientName),
    }),
    /** Id of the visit. Without it events with the same fingerprint and start are one visit, others one each. */
    session: z.optional(clientName),
    /** The browser's random id, derived from nothing. */
    fingerprint: z.optional(clientName),
    duration: z.optional(duration),
  }),
  output: done,
  errors: [],
});
