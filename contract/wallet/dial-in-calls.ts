import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { refuseUsername, USERNAME_MIN, type UsernameError } from '../member/usernames.ts';
import { prices } from './prices.ts';

/** (live spec 4) */
export const dialInStates = ['PENDING', 'IN_CALL', 'ENDED', 'EXPIRED'] as const;
export const dialInStateSchema = z.enum(dialInStates);
export type DialInState = (typeof dialInStates)[number];

export const CODE_DIGITS = 4;
export const dialInCodeSchema = z.string().check(z.regex(/^\d{4}$/));
/** Wrong codes allowed per call; the last one ends it. */
export const CODE_TRIES = 5;
/** ms for which a code is valid. */
export const CODE_MS = 5 * 60_000;
/** ms after which a call is hung up. */
export const CALL_MAX_MS = 60 * 60_000;

/** ms (live spec 9). */
export const DIAL_IN_POLL_MS = 1000;
export const DIAL_IN_RESET_MS = 3000;
export const DIAL_IN_REOPEN_MS = 100;

/** Cents. `promo`: maximum price of the first minutes of a call. */
export const tariffSchema = z.object({
  centsPerMinute: z.int().check(z.positive()),
  promo: z.nullable(z.object({ minutes: z.int().check(z.positive()), cents: z.int().check(z.positive()) })),
});
export type Tariff = z.infer<typeof tariffSchema>;

/** Price of a call in cents: by the second, rounded up to the cent. */
export function billOf(seconds: number, { centsPerMinute, promo }: Tariff): number {
  const costOf = (part: number): number => Math.ceil((part * centsPerMinute) / 60);
  if (!promo) return costOf(seconds);
  const first = Math.min(seconds, promo.minutes * 60);
  return Math.min(costOf(first), promo.cents) + costOf(seconds - first);
}

/**
 * Credits the performers earn by a call, for the media each delivered (ms): what a member would have paid for it, but
 * in total at most the revenue of the call.
 */
export function earningsOf(delivered: readonly number[], cents: number, tariff: Tariff): number[] {
  const pool = Math.floor((cents * prices.chatMinute) / tariff.centsPerMinute);
  const due = delivered.map((ms) => Math.floor((ms * prices.chatMinute) / 60_000));
  const total = due.reduce((sum, credits) => sum + credits, 0);
  return total <= pool ? due : due.map((credits) => Math.floor((credits * pool) / total));
}

export const NICKNAME_MIN = USERNAME_MIN;
/** (live spec 5) */
export const NICKNAME_MAX = 14;

/** Null if it is accepted; the server also checks that no member has it and no performer has a look-alike. */
export const refuseNickname = (name: string): UsernameError | null =>
  refuseUsername(name) ?? (name.length > NICKNAME_MAX ? 'change_username.nicknameLength' : null);

/** Pushed to the browser that opened the session. */
export interface DialInPushes {
  'dial-in-status': DialInStatus;
}

export interface DialInStatus {
  session: string;
  state: DialInState;
  /** Duration of the call; null until it has ended. */
  seconds: number | null;
  cents: number | null;
}

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
