import { type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isRoleAmong, type OperatorRole } from '#contract/desk/roles.ts';
import {
  type countWork as call,
  WORK_COUNT_MAX,
  type WorkCounts,
  type WorkKind,
  workKinds,
  workRoles,
} from '#contract/desk/work-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { waitingRows } from '#server/media/uploads/own-items.ts';
import { givenUpWork } from '#server/outbox/reads.ts';
import { waitingApplicationRows } from '#server/performers/records/applications.ts';
import { findRecords } from '#server/performers/records/find-records.ts';
import { expiringRecords } from '#server/performers/records/keep-records.ts';
import type { Deps } from '#server/ports/deps.ts';
import { appealedDecisions, unexplainedDecisions } from '#server/safety/decisions/reads.ts';
import { casesWaiting } from '#server/safety/reports/reads.ts';
import { stuckPayments } from '#server/wallet/purchase/payment-health.ts';
import { openDisputeRows } from '#server/wallet/returns/disputes.ts';
import { waitingRequestRows } from '../value/requests.ts';

type CountDeps = Pick<Deps, 'db' | 'now'>;
interface Waiting {
  /** Its rows are the pieces. */
  readonly pieces: (deps: CountDeps, role: OperatorRole) => SQLWrapper;
  /** Column with the moment since which a piece waits. */
  readonly since: string;
}

const kinds: Readonly<Record<WorkKind, Waiting>> = {
  report: { since: 'received_at', pieces: ({ db }) => casesWaiting(db) },
  appeal: { since: 'latest_appeal', pieces: ({ db }) => appealedDecisions(db) },
  unexplained: { since: 'decided_at', pieces: ({ db }) => unexplainedDecisions(db) },
  identity: {
    since: 'recorded_at',
    pieces: ({ db }) => findRecords(db, { query: '', show: 'unapproved', limit: WORK_COUNT_MAX, offset: 0 }),
  },
  document: { since: 'expires_on', pieces: ({ db, now }) => expiringRecords(db, now()) },
  application: { since: 'received_at', pieces: ({ db }) => waitingApplicationRows(db, WORK_COUNT_MAX) },
  picture: { since: 'added_at', pieces: ({ db }) => waitingRows(db) },
  request: { since: 'asked_at', pieces: (deps, role) => waitingRequestRows(deps, { role }) },
  dispute: { since: 'opened_at', pieces: ({ db }) => openDisputeRows(db) },
  payment: { since: 'created_at', pieces: (deps) => stuckPayments(deps, WORK_COUNT_MAX) },
  outbox: { since: 'done_at', pieces: (deps) => givenUpWork(deps, WORK_COUNT_MAX) },
};

/** Both drivers return rows. */
const rowsSchema = z.object({
  rows: z.array(
    z.object({
      kind: z.enum(workKinds),
      waiting: z.coerce.number().int(),
      /** ms since 1970. */
      newest: z.nullable(z.coerce.number()),
    }),
  ),
});

/** What waits for a role, in one statement that reads at most WORK_COUNT_MAX rows of each kind. */
export async function countsFor(deps: CountDeps, role: OperatorRole): Promise<WorkCounts> {
  const counts = workKinds
    .filter((kind) => isRoleAmong(role, workRoles[kind]))
    .map((kind) => {
      const { pieces, since } = kinds[kind];
      const some = sql`select ${sql.identifier(since)} as since from ${pieces(deps, role)} as piece limit ${WORK_COUNT_MAX}`;
      const newest = sql`floor(extract(epoch from max(since)) * 1000)::bigint`;
      return sql`select ${kind}::text as kind, count(*)::int as waiting, ${newest} as newest from (${some}) as pieces`;
    });
  const { rows } = rowsSchema.parse(await deps.db.execute(sql.join(counts, sql` union all `)));
  return rows.map(({ newest, ...row }) => ({
    ...row,
    newest: newest === null ? null : new Date(newest).toISOString(),
  }));
}

export async function countWork(deps: CountDeps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { role } = requireDesk(caller);
  return { counts: await countsFor(deps, role) };
}
