import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import { readToken, signToken } from './tokens.ts';

/** Much longer than any call, so that its cost can be read afterwards. */
export const DIAL_IN_SECONDS = 24 * 3600;

const claimsSchema = z.object({ dialIn: z.string(), guest: z.uuid() });

interface DialInGuest {
  dialInId: string;
  guestId: string;
}

/** Binds a session paid by a phone call to one browser. */
export const dialInToken = (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { dialInId, guestId }: DialInGuest,
): string => {
  const claims = { dialIn: dialInId, guest: guestId };
  return signToken(config.secret, 'dial-in', claims, { now: now(), ttl: DIAL_IN_SECONDS });
};

/** Null if the token is forged or expired. */
export async function readDialInToken(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  token: string,
): Promise<DialInGuest | null> {
  const read = { audience: 'dial-in', schema: claimsSchema, now: now() } as const;
  const claims = await readToken(config.secret, token, read);
  return claims && { dialInId: claims.dialIn, guestId: claims.guest };
}

/** Guests are stored under a hash of their cookie's id. */
export const guestKeyOf = (guestId: string): string =>
  createHash('sha256').update(guestId).digest('hex').slice(0, 32);
