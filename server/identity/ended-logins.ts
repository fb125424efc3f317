import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { SessionEnd } from '#contract/studio/account/account-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readClaims } from './sessions.ts';
import { sessions } from './tables.ts';

interface EndedLogin {
  readonly performerId: number;
  readonly at: Date;
  readonly why: SessionEnd | 'expired';
  readonly wasLive: boolean;
}

/** How the performer's login of a token ended; null if it is forged, somebody else's, or the login is open. */
export async function endedLogin(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  token: string,
): Promise<EndedLogin | null> {
  const claims = await readClaims(deps, token, deps.now());
  if (claims?.kind !== 'performer') return null;
  const [row] = await deps.db.select().from(sessions).where(eq(sessions.id, claims.sid));
  if (!row?.performerId) return null;
  const { performerId, endedAt, endedBy, endedLive, expiresAt } = row;
  if (endedAt) return { performerId, at: endedAt, why: endedBy ?? 'elsewhere', wasLive: endedLive === true };
  return expiresAt <= deps.now() ? { performerId, at: expiresAt, why: 'expired', wasLive: false } : null;
}

/** Performers' sessions that ended or expired after a moment, and when. */
export async function endedPerformerSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  since: Date,
): Promise<{ sessionId: string; performerId: number; endedAt: Date }[]> {
  const { id, performerId, endedAt, expiresAt } = sessions;
  const hasExpired = and(isNull(endedAt), gt(expiresAt, since), lte(expiresAt, now()));
  const rows = await db
    .select({ id, performerId, endedAt, expiresAt })
    .from(sessions)
    .where(and(isNotNull(performerId), or(gt(endedAt, since), hasExpired)));
  return rows.flatMap((row) =>
    row.performerId === null
      ? []
      : [{ sessionId: row.id, performerId: row.performerId, endedAt: row.endedAt ?? row.expiresAt }],
  );
}
