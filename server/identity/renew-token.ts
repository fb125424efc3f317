import { eq, sql } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller } from './caller.ts';
import { sessions } from './tables.ts';

/**
 * Ends the token a member came with, in the transaction that changes what they may do. The session goes on: its sockets,
 * and the chats on them, stay. Where the answer cannot carry the next token the one before has to stay good: that of a
 * client that sent it by itself, unless it is `told` the next one, and a cookie that came with a socket.
 */
export async function renewToken(
  tx: Pick<Deps['db'], 'update'>,
  caller: Caller,
  { memberId, told = false }: { memberId: number; told?: boolean },
): Promise<void> {
  if (caller.kind !== 'member' || caller.memberId !== memberId) return;
  const { session } = caller.request;
  if (session !== 'cookie' && !(told && session === 'token')) return;
  await tx
    .update(sessions)
    .set({ generation: sql`${sessions.generation} + 1` })
    .where(eq(sessions.id, caller.sessionId));
}
