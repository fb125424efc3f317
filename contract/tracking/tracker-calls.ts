import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, textId } from '../fields.ts';
import { durationSchema, trackerLogSchema } from './tracker.ts';

/** An id that a client chose. */
const clientName = textId(128).pipe(z.string().min(1));
const duration = durationSchema.partial();

export const logTracking = endpoint({
  base: 'member',
  method: 'POST',
  path: '/tracker',
  summary: 'Counts an event of a visit; only browsers whose visitor allowed it send any',
  access: 'anyone',
  input: z.object({
    /** A beacon has duration and fingerprint in its log (live spec 7). */
    log: trackerLogSchema.extend({ duration: duration.optional(), fingerprint: clientName.optional() }),
    /** Of the visit; without it each event is one. */
    session: clientName.optional(),
    /** The browser's random id; made of nothing. */
    fingerprint: clientName.optional(),
    duration: duration.optional(),
  }),
  output: done,
  errors: [],
});
