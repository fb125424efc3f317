import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import { readToken, signToken } from './tokens.ts';

/** Far longer than any call: what it cost can be asked for afterwards. */
export const DIAL_IN_SECONDS = 24 * 3600;

const claimsSchema = z.object({ dialIn: z.string(), guest: z.uuid() });

interface DialInGuest {
  dialInId: string;
  guestId: string;
}

/** Binds a session that a phone call pays for to one browser. */
export const dialInToken = (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { dialInId, guestId }: DialInGuest,
): string => {
  const claims = { dialIn: dialInId, guest: guestId };
  return signToken(config.secret, 'dial-in', claims, { now: now(), ttl: DIAL_IN_SECONDS });
};

/** Null when it is forged or expired. */
export async function readDialInToken(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  token: string,
): Promise<DialInGuest | null> {
  const read = { audience: 'dial-in', schema: claimsSchema, now: now() } as const;
  const claims = await readToken(config.secret, token, read);
  return claims && { dialInId: claims.dialIn, guestId: claims.guest };
}

/** Guests are stored by a hash of the id in their cookie. */
export const guestKeyOf = (guestId: string): string =>
  createHash('sha256').update(guestId).digest('hex').slice(0, 32);
