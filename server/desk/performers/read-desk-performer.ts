import { desc, eq } from 'drizzle-orm';
import type { readDeskPerformer as call } from '#contract/desk/performer-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { auditRows } from '#server/audit/tables.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { refusedSince } from '#server/member/mail/refused-addresses.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { recordById } from '#server/performers/records/find-records.ts';
import { consentsOf, type IdentityRow, identityOf } from '#server/performers/records/identity.ts';
import { type SuspensionRow, suspensionsOf } from '#server/performers/records/suspension.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { openCasesOfPerformers } from '#server/safety/reports/case-reads.ts';
import { shownAct } from '../log/list-acts.ts';
import { shownRecord } from './list-desk-performers.ts';

const LAST_ACTS = 20;

export async function readDeskPerformer(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  caller: Caller,
  { performer: id }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const [record, row] = [await recordById(db, id), await performersFor({ db }, inHouse).byId(id)];
  if (!record || !row) throw new AppError('badRequest.performer.notExists');
  const [open] = await openCasesOfPerformers(db, [id]);
  const acts = await db
    .select()
    .from(auditRows)
    .where(eq(auditRows.subject, `performer:${id}`))
    .orderBy(desc(auditRows.id))
    .limit(LAST_ACTS);
  const email = (await performerAccount(db, id))?.email ?? null;
  const refused = email === null ? null : await refusedSince({ db, config, now }, email);
  return {
    ...shownRecord(record, open !== undefined),
    createdAt: row.createdAt.toISOString(),
    email,
    mailRefusedAt: refused?.toISOString() ?? null,
    case: open?.id ?? null,
    checked: shownCheck(await identityOf(db, id)),
    suspensions: (await suspensionsOf(db, id)).map(shownSuspension),
    hiddenIn: row.hiddenIn,
    consents: (await consentsOf(db, id)).map(({ version, acceptedOn, recordedBy, coPerformers }) => ({
      version,
      acceptedOn,
      by: recordedBy,
      hasOthers: coPerformers !== null,
    })),
    acts: acts.map(shownAct),
  };
}

const shownCheck = (row: IdentityRow | undefined): OutputOf<typeof call>['checked'] =>
  row
    ? {
        by: row.checkedBy,
        on: row.checkedOn,
        recordedAt: row.recordedAt.toISOString(),
        approvedBy: row.approvedBy,
        approvedAt: row.approvedAt?.toISOString() ?? null,
      }
    : null;

const shownSuspension = ({ statement, suspendedBy, suspendedAt, until, liftedAt }: SuspensionRow) => ({
  statement,
  by: suspendedBy,
  at: suspendedAt.toISOString(),
  until: until?.toISOString() ?? null,
  liftedAt: liftedAt?.toISOString() ?? null,
});
