import { eq, sql } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller } from './caller.ts';
import { sessions } from './tables.ts';

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
