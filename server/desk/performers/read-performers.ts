import { and, desc, eq, notLike } from 'drizzle-orm';
import {
  type DeskPerformer,
  type listDeskPerformers as listDeskPerformersCall,
  PERFORMERS_PER_PAGE,
  type readDeskPerformer as readDeskPerformerCall,
} from '#contract/desk/people/performer-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locales.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { auditRows } from '#server/audit/tables.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { refusedSince } from '#server/member/mail/refused-addresses.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import {
  countUnrecorded,
  findRecords,
  identityStateOf,
  type RecordRow,
  recordById,
} from '#server/performers/records/find-records.ts';
import { consentsOf, type IdentityRow, identityOf } from '#server/performers/records/identity.ts';
import { type SuspensionRow, suspensionsOf } from '#server/performers/records/suspension.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { openCasesOfPerformers } from '#server/safety/reports/reads.ts';
import { shownAct } from '../log/list-acts.ts';
import { shownFollowerMessage } from './withdraw-follower-message.ts';

export async function listDeskPerformers(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { query, show, page }: ParsedInput<typeof listDeskPerformersCall>,
): Promise<OutputOf<typeof listDeskPerformersCall>> {
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

const shownRecord = (row: RecordRow, hasCase: boolean): DeskPerformer => ({
  id: row.id,
  username: row.username,
  identity: identityStateOf(row),
  isLive: row.onlineStatus !== onlineStatus.offline,
  lastLiveAt: row.lastCamSession?.toISOString() ?? null,
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  removedAt: row.removedAt?.toISOString() ?? null,
  openCases: hasCase ? 1 : 0,
});

const LAST_ACTS = 20;

export async function readDeskPerformer(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  caller: Caller,
  { performer: id }: ParsedInput<typeof readDeskPerformerCall>,
): Promise<OutputOf<typeof readDeskPerformerCall>> {
  const { role } = requireDesk(caller);
  const [record, row] = [await recordById(db, id), await performersFor({ db }, inHouse).byId(id)];
  if (!record || !row) throw new AppError('badRequest.performer.notExists');
  const [open] = await openCasesOfPerformers(db, [id]);
  const acts = await db
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.subject, `performer:${id}`), notLike(auditRows.act, 'eye.%')))
    .orderBy(desc(auditRows.id))
    .limit(LAST_ACTS);
  const account = await performerAccount(db, id);
  const email = account?.email ?? null;
  const refused = email === null ? null : await refusedSince({ db, config, now }, email);
  return {
    ...shownRecord(record, open !== undefined),
    createdAt: row.createdAt.toISOString(),
    email,
    language: account?.language ?? defaultLocale,
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
    acts: acts.map((row) => shownAct(row, role)),
    followerMessage: await shownFollowerMessage({ db, now }, id),
  };
}

const shownCheck = (row: IdentityRow | undefined): OutputOf<typeof readDeskPerformerCall>['checked'] =>
  row
    ? {
        by: row.checkedBy,
        on: row.checkedOn,
        recordedAt: row.recordedAt.toISOString(),
        approvedBy: row.approvedBy,
        approvedAt: row.approvedAt?.toISOString() ?? null,
        expiresOn: row.expiresOn,
      }
    : null;

const shownSuspension = ({ statement, suspendedBy, suspendedAt, until, liftedAt }: SuspensionRow) => ({
  statement,
  by: suspendedBy,
  at: suspendedAt.toISOString(),
  until: until?.toISOString() ?? null,
  liftedAt: liftedAt?.toISOString() ?? null,
});
