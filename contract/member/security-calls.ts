import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { trailActs } from './security.ts';

/** Browser and system, `Firefox · Linux`; null when unknown. */
const device = z.string().nullable();
/** ISO 3166-1 code; null when unknown. */
const country = z.string().nullable();

const sessionSchema = z.object({
  session: z.string(),
  device,
  country,
  loggedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});

export const listSessions = endpoint({
  base: 'member',
  method: 'GET',
  path: '/sessions',
  summary: 'Where the member is logged in, the latest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(sessionSchema) }),
  errors: [],
});

export const endSession = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/sessions/{session}',
  summary: 'Logs the member out where one session is; the same for one that is not there',
  access: 'member',
  input: z.object({ session: z.uuid() }),
  output: done,
  errors: [],
});

export const endOtherSessions = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Logs the member out everywhere but here',
  access: 'member',
  input: z.object({}),
  output: z.object({ ended: z.number().int() }),
  errors: [],
});

const trailRowSchema = z.object({ at: z.iso.datetime(), act: z.enum(trailActs), device, country });

export const readSecurityTrail = endpoint({
  base: 'member',
  method: 'GET',
  path: '/security-trail',
  summary: 'What happened to the account in the last 90 days, the latest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(trailRowSchema) }),
  errors: [],
});
