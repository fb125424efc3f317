import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { durationSchema, trackerLogSchema } from './tracker.ts';

export const logTracking = endpoint({
  base: 'member',
  method: 'POST',
  path: '/tracker',
  summary: 'Counts an event of a visit; only browsers whose visitor allowed it send any',
  access: 'anyone',
  input: z.object({
    log: trackerLogSchema,
    /** Of the visit. */
    session: z.uuid(),
    /** The browser's random id; made of nothing. */
    fingerprint: z.uuid(),
    duration: durationSchema,
  }),
  output: done,
  errors: [],
});
