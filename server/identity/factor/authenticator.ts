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

/** The code of a key at a time, for tests. */
export const codeAt = (key: Uint8Array, now: Date): string =>
  totpOf(key).generate({ timestamp: now.getTime() });
