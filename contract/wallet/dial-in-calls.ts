import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { tariffSchema } from './dial-in.ts';

const sessionSchema = z.string().check(z.minLength(1), z.maxLength(64));

export const dialInStatusSchema = z.object({
  session: z.string(),
  /** A DialInState. Typed as text, because a newer server may send states the page does not know. */
  state: z.string(),
  seconds: z.nullable(z.int()),
  cents: z.nullable(z.int()),
});

export const dialInSchema = z.extend(dialInStatusSchema, {
  /** To be entered in the call; null once it was entered or has expired. */
  code: z.nullable(z.string()),
  /** ISO time. */
  expiresAt: moment,
  nickname: z.nullable(z.string()),
  /** Formatted for display. */
  number: z.string(),
  tariff: tariffSchema,
  /** Path of the demo's telephone; null for real calls. */
  simulator: z.nullable(z.string()),
});
export type DialIn = z.infer<typeof dialInSchema>;

export const openDialIn = endpoint({
  base: 'member',
  method: 'POST',
  path: '/payment/dial-in',
  summary: 'Opens a session paid by a phone call and returns the number and code; charges nothing itself',
  access: 'anyone',
  input: z.object({}),
  output: dialInSchema,
  errors: ['badRequest.notFound'],
});

export const readDialIn = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/dial-in',
  summary: 'Returns what a phone call costs, and this browser’s own session',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ tariff: tariffSchema, session: z.nullable(dialInSchema) }),
  errors: ['badRequest.notFound'],
});

export const verifyDialIn = endpoint({
  base: 'member',
  method: 'GET',
  path: '/verify/dial-in',
  summary: 'Returns whether the code of this browser’s session was entered in a call that is still running',
  access: 'anyone',
  input: z.object({ session: sessionSchema }),
  output: z.object({ verified: z.boolean(), nickname: z.nullable(z.string()) }),
  errors: ['badRequest.notFound', 'badRequest.dialIn.notExists'],
});

export const readCall = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/ivr',
  summary: 'Returns the state of the call of this browser’s session and, after its end, what it cost',
  access: 'anyone',
  input: z.object({ session: sessionSchema }),
  output: dialInStatusSchema,
  errors: ['badRequest.notFound', 'badRequest.dialIn.notExists'],
});
