import { and, eq, gt } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { sessions } from './tables.ts';
import { hashToken } from './tokens.ts';

/** Lets a reset link replace the old password in this session until `until`. */
export async function allowReset(
  tx: Pick<Deps['db'], 'update'>,
  sessionId: string,
  { hash, until }: { hash: string; until: Date },
): Promise<void> {
  await tx.update(sessions).set({ resetHash: hash, resetUntil: until }).where(eq(sessions.id, sessionId));
}

/** Whether this session was opened with this reset token, which may still be used. */
export async function isOpenedByReset(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  sessionId: string,
  token: string,
): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.resetHash, hashToken(token)),
        gt(sessions.resetUntil, now()),
      ),
    );
  return session !== undefined;
}

export async function forbidReset(tx: Pick<Deps['db'], 'update'>, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ resetHash: null, resetUntil: null }).where(eq(sessions.id, sessionId));
}
