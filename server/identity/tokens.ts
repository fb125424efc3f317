import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { z } from 'zod';

/** What a token is good for; one kind never passes as another. */
export type Audience = 'session' | 'chat-join' | 'chat-auth';

export interface TokenTimes {
  now: Date;
  /** Seconds. */
  ttl: number;
}

/** A signed token with claims, valid for `ttl` seconds. */
export function signToken(
  secret: string,
  audience: Audience,
  claims: Record<string, unknown>,
  times: TokenTimes,
) {
  const issued = Math.floor(times.now.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + times.ttl)
    .sign(new TextEncoder().encode(secret));
}

export interface ReadToken<Schema extends z.ZodType> {
  audience: Audience;
  schema: Schema;
  now: Date;
}

/** The claims of a token that is genuine, of this kind and not expired; else null. */
export async function readToken<Schema extends z.ZodType>(
  secret: string,
  token: string,
  { audience, schema, now }: ReadToken<Schema>,
): Promise<z.output<Schema> | null> {
  try {
    const key = new TextEncoder().encode(secret);
    const { payload } = await jwtVerify(token, key, { audience, algorithms: ['HS256'], currentDate: now });
    return schema.parse(payload);
  } catch {
    return null;
  }
}

/** A token for a mail link: the secret part goes out, only its hash is kept. */
export function newLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
