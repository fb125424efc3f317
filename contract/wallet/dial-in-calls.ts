import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tariffSchema } from './dial-in.ts';

const sessionSchema = z.string().min(1).max(64);

export const dialInStatusSchema = z.object({
  session: z.string(),
  /** A DialInState; read as text, because a newer server may know states that a page does not. */
  state: z.string(),
  seconds: z.number().int().nullable(),
  cents: z.number().int().nullable(),
});

export const dialInSchema = dialInStatusSchema.extend({
  /** To be entered in the call; null once it has been, or is too old. */
  code: z.string().nullable(),
  /** ISO time. */
  expiresAt: z.iso.datetime(),
  nickname: z.string().nullable(),
  /** As it is shown. */
  number: z.string(),
  tariff: tariffSchema,
  /** Path of the demo's telephone; null where real calls are made. */
  simulator: z.string().nullable(),
});
export type DialIn = z.infer<typeof dialInSchema>;

export const openDialIn = endpoint({
  base: 'member',
  method: 'POST',
  path: '/payment/dial-in',
  summary: 'Opens a session that a phone call pays for, and names number and code; charges nothing itself',
  access: 'anyone',
  input: z.object({}),
  output: dialInSchema,
  errors: ['badRequest.notFound'],
});

export const readDialIn = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/dial-in',
  summary: 'What a call costs, and this browser’s own session',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ tariff: tariffSchema, session: dialInSchema.nullable() }),
  errors: ['badRequest.notFound'],
});

export const verifyDialIn = endpoint({
  base: 'member',
  method: 'GET',
  path: '/verify/dial-in',
  summary: 'Whether the code of this browser’s session was entered in a call that still runs',
  access: 'anyone',
  input: z.object({ session: sessionSchema }),
  output: z.object({ verified: z.boolean(), nickname: z.string().nullable() }),
  errors: ['badRequest.notFound', 'badRequest.dialIn.notExists'],
});

export const readCall = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/ivr',
  summary: 'The state of the call of this browser’s session, and at its end what it cost',
  access: 'anyone',
  input: z.object({ session: sessionSchema }),
  output: dialInStatusSchema,
  errors: ['badRequest.notFound', 'badRequest.dialIn.notExists'],
});
