import { isIP } from 'node:net';
import { and, desc, eq, gt, gte, isNotNull, lt, notInArray, type SQL } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import {
  isUrgentReason,
  memberReasons,
  misuseRule,
  type ReporterStanding,
  reportReasons,
  standingOf,
} from '#contract/safety/report-calls.ts';
import type { Config } from '#server/config/config.ts';
import type { Caller } from '#server/identity/caller.ts';
import { networkOf } from '#server/identity/client.ts';
import { keyedHash } from '#server/identity/seal.ts';
import type { Deps } from '#server/ports/deps.ts';
import { reports } from './tables.ts';

/** Whose earlier reports count together. */
export interface Sender {
  /** Of a guest: keyed hash of the network. Stored with the report. */
  networkHash: string | null;
  /** SQL condition of the sender's reports. */
  isOwn: SQL;
}

const HOUR_MS = 3_600_000;
const urgentReasons = [...new Set<string>([...reportReasons, ...memberReasons])].filter(isUrgentReason);

/** Null for an urgent report, which neither counts nor waits, and for a guest whose address is unknown. */
export function reporterOf(config: Pick<Config, 'secret'>, caller: Caller, reason: string): Sender | null {
  if (isUrgentReason(reason)) return null;
  if (caller.kind === 'member') return { networkHash: null, isOwn: eq(reports.memberId, caller.memberId) };
  if (caller.kind === 'performer')
    return { networkHash: null, isOwn: eq(reports.byPerformerId, caller.performerId) };
  if (isIP(caller.request.clientIp) === 0) return null;
  const networkHash = keyedHash(config, 'report', networkOf(caller.request.clientIp));
  return { networkHash, isOwn: eq(reports.networkHash, networkHash) };
}

/** By the sender's last answered reports; a decision that is undone lets its reports wait again. */
export async function historyOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  sender: Sender | null,
): Promise<ReporterStanding> {
  if (!sender) return 'fine';
  const since = new Date(now().getTime() - misuseRule.days * 24 * HOUR_MS);
  const rows = await db
    .select({ isUnfounded: reports.unfounded })
    .from(reports)
    .where(
      and(
        sender.isOwn,
        isNotNull(reports.unfounded),
        gte(reports.receivedAt, since),
        notInArray(reports.reason, urgentReasons),
      ),
    )
    .orderBy(desc(reports.id))
    .limit(misuseRule.of);
  return standingOf(rows.map(({ isUnfounded }) => isUnfounded === true));
}

/** Until when a reporter waits after a report. */
export const waitAfter = (at: Date, standing: ReporterStanding): Date | null =>
  standing === 'slowed' ? new Date(at.getTime() + misuseRule.waitHours * HOUR_MS) : null;

/** Throws `badRequest.report.slowed` with the seconds to wait. */
export async function refuseSlowed(
  { db, now, events }: Pick<Deps, 'db' | 'now' | 'events'>,
  sender: Sender | null,
): Promise<void> {
  if (!sender) return;
  const at = now();
  const [row] = await db
    .select({ until: reports.waitsUntil })
    .from(reports)
    .where(and(sender.isOwn, gt(reports.waitsUntil, at)))
    .orderBy(desc(reports.waitsUntil))
    .limit(1);
  if (!row?.until) return;
  events.record('report.slowed');
  const retryAfter = Math.ceil((row.until.getTime() - at.getTime()) / 1000);
  throw new AppError('badRequest.report.slowed', { retryAfter });
}

/** Removes the networks of guests whose reports do not count any more. */
export async function forgetNetworks({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - misuseRule.days * 24 * HOUR_MS);
  await db
    .update(reports)
    .set({ networkHash: null })
    .where(and(isNotNull(reports.networkHash), lt(reports.receivedAt, before)));
}
