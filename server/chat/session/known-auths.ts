import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { chatMetaSchema } from '#contract/chat/session-calls.ts';
import { readToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';

interface KnownAuth {
  session: string;
  /** ms; not valid from here on. */
  expiresAt: number;
}

const authClaims = z.object({ chat: z.string(), meta: chatMetaSchema });

/** Auths that this process has made or checked: checking one again costs more than the rest of a chat message. */
const openKnownAuths = () => new LRUCache<string, KnownAuth>({ max: 20_000 });

/** `endTime`: of its meta. Tokens count in whole seconds. */
export function rememberAuth({ part, now }: Deps, auth: string, session: string, endTime: string): void {
  const expiresAt = Math.floor(Date.parse(endTime) / 1000) * 1000;
  const auths = part(openKnownAuths);
  forgetExpired(auths, now().getTime());
  auths.set(auth, { session, expiresAt });
}

/** From the one that was used longest ago, up to one that is still valid: each chat gets a new one with every beat. */
function forgetExpired(auths: LRUCache<string, KnownAuth>, now: number): void {
  for (const auth of auths.rkeys()) {
    if (now < (auths.peek(auth)?.expiresAt ?? 0)) return;
    auths.delete(auth);
  }
}

/** How many this process knows. */
export const knownAuths = ({ part }: Pick<Deps, 'part'>): number => part(openKnownAuths).size;

/** The session that a genuine auth names, which may have ended. */
export async function sessionIdOf(deps: Deps, auth: string): Promise<string | undefined> {
  const remembered = deps.part(openKnownAuths).get(auth);
  if (remembered) return deps.now().getTime() < remembered.expiresAt ? remembered.session : undefined;
  const claims = await readToken(deps.config.secret, auth, {
    audience: 'chat-auth',
    schema: authClaims,
    now: deps.now(),
  });
  if (claims) rememberAuth(deps, auth, claims.chat, claims.meta.endTime);
  return claims?.chat;
}
