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
import { openDisputes } from '#server/wallet/returns/disputes.ts';
import { waitingRequestRows } from '../value/requests.ts';

type CountDeps = Pick<Deps, 'db' | 'now'>;
type Query = (deps: CountDeps, role: OperatorRole) => SQLWrapper;

/** The query whose rows are the pieces of each kind. */
const queries: Readonly<Record<WorkKind, Query>> = {
  report: ({ db }) => casesWaiting(db),
  appeal: ({ db }) => appealedDecisions(db),
  unexplained: ({ db }) => unexplainedDecisions(db),
  identity: ({ db }) => findRecords(db, { query: '', show: 'unapproved', limit: WORK_COUNT_MAX, offset: 0 }),
  document: ({ db, now }) => expiringRecords(db, now()),
  application: ({ db }) => waitingApplicationRows(db, WORK_COUNT_MAX),
  picture: ({ db }) => waitingRows(db),
  request: (deps, role) => waitingRequestRows(deps, { role }),
  dispute: ({ db }) => openDisputes(db, WORK_COUNT_MAX),
  payment: (deps) => stuckPayments(deps, WORK_COUNT_MAX),
  outbox: (deps) => givenUpWork(deps, WORK_COUNT_MAX),
};

/** Both drivers return rows. */
const rowsSchema = z.object({
  rows: z.array(z.object({ kind: z.enum(workKinds), waiting: z.coerce.number().int() })),
});

/** What waits for a role, in one statement that reads at most WORK_COUNT_MAX rows of each kind. */
export async function countsFor(deps: CountDeps, role: OperatorRole): Promise<WorkCounts> {
  const kinds = workKinds.filter((kind) => isRoleAmong(role, workRoles[kind]));
  const counts = kinds.map((kind) => {
    const some = sql`select 1 from ${queries[kind](deps, role)} as piece limit ${WORK_COUNT_MAX}`;
    return sql`select ${kind}::text as kind, count(*)::int as waiting from (${some}) as pieces`;
  });
  return rowsSchema.parse(await deps.db.execute(sql.join(counts, sql` union all `))).rows;
}

export async function countWork(deps: CountDeps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { role } = requireDesk(caller);
  return { counts: await countsFor(deps, role) };
}
