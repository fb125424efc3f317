import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { brandIdentity } from '#contract/brand.ts';
import { CODE_DIGITS } from '#contract/member/account/credentials.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type SealedKind, seal, unseal } from '../seal.ts';

/** RFC 4226 wants at least 16. */
const KEY_BYTES = 20;
/** Seconds (RFC 6238). */
const PERIOD = 30;
/** Periods before and after the present one whose code is accepted: clocks differ. */
const WINDOW = 1;

type Secrets = Pick<Deps, 'config'>;

/**
 * The key that an unredeemed link offers. It is derived, so that opening the link stores nothing and a reload shows the
 * same key.
 */
export const offeredKey = ({ config }: Secrets, link: string): Uint8Array =>
  createHmac('sha256', config.secret).update(`authenticator\n${link}`).digest().subarray(0, KEY_BYTES);

/** Whose app it is: a key of one kind is of no use as another. */
type KeyKind = Extract<SealedKind, 'operator-code-key' | 'performer-code-key'>;

export const newKey = (): Uint8Array => randomBytes(KEY_BYTES);

export const sealKey = ({ config }: Secrets, kind: KeyKind, key: Uint8Array): Uint8Array =>
  seal(config.secret, kind, key);

/** Throws if SECRET has changed since the key was stored. */
export function unsealKey({ config }: Secrets, kind: KeyKind, sealed: Uint8Array): Uint8Array {
  const key = unseal(config.secret, kind, sealed);
  if (!key) throw new Error('The key of an authenticator app cannot be read: SECRET has changed');
  return key;
}

/** Under which an app lists the code. */
interface Shown {
  /** What the code opens, after the name of the site. */
  readonly area: 'desk' | 'studio';
  /** The e-mail address or name of the account. */
  readonly label: string;
}

function totpOf(key: Uint8Array, { area, label }: Shown = { area: 'desk', label: '' }): TOTP {
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return new TOTP({
    issuer: `${brandIdentity.name} ${area}`,
    label,
    secret,
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: PERIOD,
  });
}

/** What an authenticator app reads, as a URL and for typing. */
export function authenticatorOf(key: Uint8Array, shown: Shown): { authenticator: string; secret: string } {
  const totp = totpOf(key, shown);
  return { authenticator: totp.toString(), secret: totp.secret.base32 };
}

/** The period of a valid code that is later than `after`; null for any other code. `now` by the wall clock, as the app's. */
export function periodOf(
  key: Uint8Array,
  code: string,
  { now, after }: { now: Date; after: number | null },
): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(key).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return null;
  const period = Math.floor(timestamp / 1000 / PERIOD) + delta;
  return after === null || period > after ? period : null;
}

/** Periods by which an app may be ahead or behind when it is set up, and afterwards from one code to the next. */
const SETUP_WINDOW = 2;
/** Periods in which a code is still known as that of a wrong clock: ten minutes. */
const CLOCK_WINDOW = 20;

export type CodeMatch =
  | { readonly period: number; readonly drift: number }
  /** A right code of another time: by how many minutes the app's clock is ahead (negative: behind). */
  | { readonly clockMinutes: number }
  | null;

interface CodeOf {
  /** By the wall clock, as the app's. */
  readonly now: Date;
  readonly after: number | null;
  /** What was learnt from the last code; null when the app is set up. */
  readonly drift: number | null;
}

/**
 * Accepts a code of the present period by the app's clock, which may be a minute off and drifts slowly: the drift of the
 * last code is where the next one is looked for. Null for a wrong or used code.
 */
export function matchCode(key: Uint8Array, code: string, { now, after, drift }: CodeOf): CodeMatch {
  const token = { token: code, window: CLOCK_WINDOW, timestamp: now.getTime() };
  const delta = totpOf(key).validate(token);
  if (delta === null) return null;
  const period = Math.floor(now.getTime() / 1000 / PERIOD) + delta;
  const isNear = Math.abs(delta - (drift ?? 0)) <= (drift === null ? SETUP_WINDOW : WINDOW);
  if (after !== null && period <= after) return null;
  if (isNear) return { period, drift: Math.max(-SETUP_WINDOW, Math.min(SETUP_WINDOW, delta)) };
  return { clockMinutes: Math.sign(delta) * Math.max(1, Math.round((Math.abs(delta) * PERIOD) / 60)) };
}

/** The code of a key at a time, for tests. */
export const codeAt = (key: Uint8Array, now: Date): string =>
  totpOf(key).generate({ timestamp: now.getTime() });
