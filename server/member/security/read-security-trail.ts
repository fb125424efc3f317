import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { OutputOf } from '#contract/endpoint.ts';
import {
  type readSecurityTrail as call,
  TRAIL_DAYS,
  TRAIL_MAX,
  trailActs,
} from '#contract/member/settings/security-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { sessions } from '#server/identity/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

const DAY_MS = 24 * 3_600_000;

/** Logins include their device. */
export async function readSecurityTrail(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const since = new Date(deps.now().getTime() - TRAIL_DAYS * DAY_MS);
  const rows = await deps.db
    .select({
      at: auditRows.at,
      act: auditRows.act,
      device: sessions.device,
      country: sessions.country,
    })
    .from(auditRows)
    .leftJoin(sessions, eq(auditRows.subject, sql`'session:' || ${sessions.id}`))
    .where(
      and(eq(auditRows.memberId, memberId), inArray(auditRows.act, [...trailActs]), gte(auditRows.at, since)),
    )
    .orderBy(desc(auditRows.id))
    .limit(TRAIL_MAX);
  return {
    result: rows.map(({ at, act, ...where }) => ({
      at: at.toISOString(),
      act: act as (typeof trailActs)[number],
      ...where,
    })),
  };
}
