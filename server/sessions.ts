import type { MemberCaller } from './caller.ts';
import type { Deps } from './deps.ts';
import { SESSION_SECONDS, sessionToken } from './http/who.ts';
import { sessions } from './member/tables.ts';

/** Opens a login session and answers its signed token. */
export async function openLogin(
  deps: Deps,
  owner: { kind: 'member' | 'performer'; owner: number },
): Promise<{ token: string; sessionId: string }> {
  const id = deps.newId();
  const now = deps.now();
  await deps.db.insert(sessions).values({
    id,
    ...(owner.kind === 'member' ? { memberId: owner.owner } : { performerId: owner.owner }),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
  });
  return { token: await sessionToken(deps, { id, ...owner }), sessionId: id };
}

/** A fresh token of a member's session that goes on. */
export function renewToken(deps: Deps, { memberId, sessionId }: MemberCaller): Promise<string> {
  return sessionToken(deps, { id: sessionId, kind: 'member', owner: memberId });
}
