import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';

/** The purpose of a token; a token of one kind never passes as another. */
export type Audience = 'session' | 'device' | 'chat-join' | 'chat-auth' | 'dial-in' | 'mail-stop';

export interface TokenTimes {
  now: Date;
  /** Seconds. */
  ttl: number;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * A JWT in compact form (RFC 7515, 7.1). Signed synchronously: with Web Crypto, which libraries use, this would be a
 * quarter of the cost of a keep-alive.
 */
export function signToken(
  secret: string,
  audience: Audience,
  claims: Record<string, unknown>,
  { now, ttl }: TokenTimes,
): string {
  const iat = Math.floor(now.getTime() / 1000);
  const signed = `${HEADER}.${encode({ ...claims, aud: audience, iat, exp: iat + ttl })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

export interface ReadToken<Schema extends z.ZodType> {
  audience: Audience;
  schema: Schema;
  now: Date;
}

/** Verified tokens by secret and audience: checking a signature again costs as much as a query. */
const genuine = new Map<string, LRUCache<string, JWTPayload>>();
/** Maximum number per kind; some 600 bytes each. */
const REMEMBERED = 5000;

function genuineOf(secret: string, audience: Audience): LRUCache<string, JWTPayload> {
  const key = `${audience} ${secret}`;
  const known = genuine.get(key) ?? new LRUCache<string, JWTPayload>({ max: REMEMBERED });
  genuine.set(key, known);
  return known;
}

/** Null unless the token is genuine, of this kind and not expired. */
export async function readToken<Schema extends z.ZodType>(
  secret: string,
  token: string,
  { audience, schema, now }: ReadToken<Schema>,
): Promise<z.output<Schema> | null> {
  try {
    const known = genuineOf(secret, audience);
    const earlier = known.get(token);
    if (earlier) return isExpired(earlier, now) ? null : schema.parse(earlier);
    const key = new TextEncoder().encode(secret);
    const { payload } = await jwtVerify(token, key, {
      audience,
      algorithms: ['HS256'],
      currentDate: now,
    });
    known.set(token, payload);
    return schema.parse(payload);
  } catch {
    return null;
  }
}

/** Our tokens always have `exp`; others count as expired. */
const isExpired = ({ exp = 0 }: JWTPayload, now: Date): boolean => exp * 1000 <= now.getTime();

/** The token goes into a mail; only its hash is stored. */
export function newLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
