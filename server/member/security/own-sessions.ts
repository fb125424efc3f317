import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import {
  type readSecurityTrail as call,
  type endSession as endSessionCall,
  type listSessions as listSessionsCall,
  TRAIL_DAYS,
  TRAIL_MAX,
  trailActs,
} from '#contract/member/settings/security-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { auditRows } from '#server/audit/tables.ts';
import {
  type Caller,
  type MemberCaller,
  type PerformerCaller,
  requireMember,
} from '#server/identity/caller.ts';
import { endSessions, openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import { sessions } from '#server/identity/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listSessions(deps: Deps, caller: Caller): Promise<OutputOf<typeof listSessionsCall>> {
  const { memberId, sessionId } = requireMember(caller);
  const rows = await openSessionsOf(deps, { memberId });
  return { result: rows.map((row) => shownSession(row, sessionId)) };
}

/** Only the caller's own session. Another member's is treated like an ended one. */
export async function endSession(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof endSessionCall>,
): Promise<true> {
  await endOwnSessions(deps, requireMember(caller), { only: session });
  return true;
}

export async function endOtherSessions(deps: Deps, caller: Caller): Promise<{ ended: number }> {
  const member = requireMember(caller);
  return { ended: await endOwnSessions(deps, member, { except: member.sessionId }) };
}

/** Ends sessions of the caller, with an audit row each. Returns their number. */
export async function endOwnSessions(
  deps: Deps,
  caller: MemberCaller | PerformerCaller,
  which: { readonly only: string } | { readonly except: string },
): Promise<number> {
  const owner =
    caller.kind === 'member' ? { memberId: caller.memberId } : { performerId: caller.performerId };
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const isOwn = 'only' in which && which.only === caller.sessionId;
    const ids = await endSessions({ ...deps, db: tx }, { ...owner, ...which }, isOwn ? 'self' : 'elsewhere');
    for (const id of ids)
      await recordAct(tx, caller, { act: `${caller.kind}.logged-out`, subject: `session:${id}`, at });
    const ended = ids.length;
    if (ended > 0)
      tx.afterCommit(() =>
        caller.kind === 'member'
          ? deps.events.record('member.logged-out', { member: caller.memberId, ended })
          : deps.events.record('performer.logged-out', { performer: caller.performerId, ended }),
      );
    return ended;
  });
}

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
