import {
  type listDeskPerformers as call,
  type DeskPerformer,
  PERFORMERS_PER_PAGE,
} from '#contract/desk/performer-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import {
  countUnrecorded,
  findRecords,
  identityStateOf,
  type RecordRow,
} from '#server/performers/records/find-records.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openCasesOfPerformers } from '#server/safety/reports/case-reads.ts';

export async function listDeskPerformers(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { query, show, page }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const offset = (page - 1) * PERFORMERS_PER_PAGE;
  const rows = await findRecords(db, { query, show, limit: PERFORMERS_PER_PAGE + 1, offset });
  const found = rows.slice(0, PERFORMERS_PER_PAGE);
  const open = await openCasesOfPerformers(
    db,
    found.map(({ id }) => id),
  );
  const cases = new Set(open.map(({ performerId }) => performerId));
  return {
    result: found.map((row) => shownRecord(row, cases.has(row.id))),
    more: rows.length > found.length,
    unrecorded: await countUnrecorded(db),
  };
}

export const shownRecord = (row: RecordRow, hasCase: boolean): DeskPerformer => ({
  id: row.id,
  username: row.username,
  identity: identityStateOf(row),
  isLive: row.onlineStatus !== onlineStatus.offline,
  lastLiveAt: row.lastCamSession?.toISOString() ?? null,
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  removedAt: row.removedAt?.toISOString() ?? null,
  openCases: hasCase ? 1 : 0,
});
