import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { chatMetaSchema } from '#contract/chat/session-calls.ts';
import { type GeoLocation, unknownLocation } from '#contract/safety/geo.ts';
import { readToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';

/** What an auth says. */
export interface ChatAuth {
  session: string;
  /** Where the viewer was when it was issued; the performer was shown there. */
  location: GeoLocation;
}

interface CachedAuth extends ChatAuth {
  /** ms; the auth is valid before this time. */
  expiresAt: number;
}

const authClaims = z.object({
  chat: z.string(),
  meta: chatMetaSchema,
  /** Missing in auths that were issued before it existed. */
  location: z
    .object({
      country: z.string().nullable(),
      region: z.string().nullable(),
      unreadable: z.literal(true).optional(),
    })
    .transform(({ unreadable, ...place }): GeoLocation => (unreadable ? { ...place, unreadable } : place))
    .default(unknownLocation),
});

/** Auths issued or checked by this process: verifying one costs more than the rest of a chat message. */
const openAuthCache = () => ({
  auths: new LRUCache<string, CachedAuth>({ max: 20_000 }),
  /** ms; when expired ones were forgotten last. */
  tidiedAt: 0,
});

/** ms between two searches for expired auths. */
const TIDY_MS = 1000;

/** `endTime` comes from the auth's meta; tokens expire at whole seconds, so it is rounded down. */
export function cacheAuth({ part, now }: Deps, auth: string, says: ChatAuth, endTime: string): void {
  const expiresAt = Math.floor(Date.parse(endTime) / 1000) * 1000;
  const cache = part(openAuthCache);
  const at = now().getTime();
  if (Math.abs(at - cache.tidiedAt) >= TIDY_MS) {
    cache.tidiedAt = at;
    forgetExpired(cache.auths, at);
  }
  cache.auths.set(auth, { ...says, expiresAt });
}

/**
 * Starts at the least recently used and stops at the first valid one: each chat gets a new auth with every keep-alive.
 */
function forgetExpired(auths: LRUCache<string, CachedAuth>, now: number): void {
  for (const auth of auths.rkeys()) {
    if (now < (auths.peek(auth)?.expiresAt ?? 0)) return;
    auths.delete(auth);
  }
}

/** Number of auths cached in this process. */
export const countCachedAuths = ({ part }: Pick<Deps, 'part'>): number => part(openAuthCache).auths.size;

/** The session named by a valid auth. The session may have ended. */
export const sessionIdOf = async (deps: Deps, auth: string): Promise<string | undefined> =>
  (await authOf(deps, auth))?.session;

/** What a valid auth says; undefined if it is not valid. */
export async function authOf(deps: Deps, auth: string): Promise<ChatAuth | undefined> {
  const cached = deps.part(openAuthCache).auths.get(auth);
  if (cached) return deps.now().getTime() < cached.expiresAt ? cached : undefined;
  const claims = await readToken(deps.config.secret, auth, {
    audience: 'chat-auth',
    schema: authClaims,
    now: deps.now(),
  });
  if (!claims) return undefined;
  const says = { session: claims.chat, location: claims.location };
  cacheAuth(deps, auth, says, claims.meta.endTime);
  return says;
}
