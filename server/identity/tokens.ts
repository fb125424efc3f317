import { createHash, createHmac, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller } from './caller.ts';
import { sessions } from './tables.ts';

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

/**
 * Invalidates the caller's token in the transaction that changes the person's rights; session, sockets and chats
 * continue. A token whose successor the response cannot carry stays valid.
 */
export async function renewToken(
  tx: Pick<Deps['db'], 'update'>,
  caller: Caller,
  {
    isReturned = false,
    ...owner
  }: ({ memberId: number } | { performerId: number }) & { isReturned?: boolean },
): Promise<void> {
  if (caller.kind !== 'member' && caller.kind !== 'performer') return;
  const isOwn =
    'memberId' in owner
      ? caller.kind === 'member' && caller.memberId === owner.memberId
      : caller.kind === 'performer' && caller.performerId === owner.performerId;
  if (!isOwn) return;
  const { session } = caller.request;
  if (session !== 'cookie' && !(isReturned && session === 'token')) return;
  await tx
    .update(sessions)
    .set({ generation: sql`${sessions.generation} + 1` })
    .where(eq(sessions.id, caller.sessionId));
}

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
