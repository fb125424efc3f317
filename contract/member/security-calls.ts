import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { trailActs } from './security.ts';

/** Browser and system, `Firefox · Linux`; null when unknown. */
const device = z.nullable(z.string());
/** ISO 3166-1 code; null when unknown. */
const country = z.nullable(z.string());

export const sessionSchema = z.object({
  session: z.string(),
  device,
  country,
  loggedInAt: moment,
  lastSeenAt: moment,
  /** The session that made the call. */
  isCurrent: z.boolean(),
});

export const listSessions = endpoint({
  base: 'member',
  method: 'GET',
  path: '/sessions',
  summary: 'Returns the open sessions of the member, last used first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(sessionSchema) }),
  errors: [],
});

export const endSession = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/sessions/{session}',
  summary: 'Ends one session of the member; succeeds if it does not exist',
  access: 'member',
  input: z.object({ session: z.uuid() }),
  output: done,
  errors: [],
});

export const endOtherSessions = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends every session of the member except the current one',
  access: 'member',
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  errors: [],
});

const trailRowSchema = z.object({ at: moment, act: z.enum(trailActs), device, country });

export const readSecurityTrail = endpoint({
  base: 'member',
  method: 'GET',
  path: '/security-trail',
  summary: 'Returns what happened to the account in the last 90 days, newest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(trailRowSchema) }),
  errors: [],
});
