import {
  type DeskPerformer,
  type listDeskPerformers as listDeskPerformersCall,
  PERFORMERS_PER_PAGE,
  type readDeskPerformer as readDeskPerformerCall,
} from '#contract/desk/people/performer-calls.ts';
import { isRoleAmong } from '#contract/desk/roles.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { fieldVersion } from '#contract/form-version.ts';
import { defaultLocale } from '#contract/locales.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { FOLLOWER_EVERY_MS } from '#contract/studio/follower-calls.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { refusedSince } from '#server/member/mail/refused-addresses.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { lastMessageOf, versionOfMessage } from '#server/performers/followers/follower-messages.ts';
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

export async function listDeskPerformers(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { query, show, page }: ParsedInput<typeof listDeskPerformersCall>,
): Promise<OutputOf<typeof listDeskPerformersCall>> {
  requireOperator(caller);
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
  performer: row.id,
  username: row.username,
  identity: identityStateOf(row),
  isLive: row.onlineStatus !== onlineStatus.offline,
  lastLiveAt: row.lastCamSession?.toISOString() ?? null,
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  removedAt: row.removedAt?.toISOString() ?? null,
  openCases: hasCase ? 1 : 0,
});

export async function readDeskPerformer(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  caller: Caller,
  { performer: id }: ParsedInput<typeof readDeskPerformerCall>,
): Promise<OutputOf<typeof readDeskPerformerCall>> {
  const { role } = requireOperator(caller);
  const [record, row] = [await recordById(db, id), await performersFor({ db }, inHouse).byId(id)];
  if (!record || !row) throw new AppError('badRequest.performer.notExists');
  const [open] = await openCasesOfPerformers(db, [id]);
  const account = await performerAccount(db, id);
  const email = account?.email ?? null;
  const refused = email === null ? null : await refusedSince({ db, config, now }, email);
  const language = account?.language ?? defaultLocale;
  const part = { performer: id, isRemoved: row.removedAt !== null };
  const shown = shownRecord(record, open !== undefined);
  const message = await shownFollowerMessage({ db, now }, id);
  return {
    ...shown,
    createdAt: row.createdAt.toISOString(),
    email,
    language,
    mailRefusedAt: refused?.toISOString() ?? null,
    case: isRoleAmong(role, ['moderator']) ? (open?.id ?? null) : null,
    records: [{ ...part, state: shown.identity, ...shownCheck(await identityOf(db, id)) }],
    consents: (await consentsOf(db, id)).map(({ version, acceptedOn, recordedBy, coPerformers }) => ({
      agreement: version,
      acceptedOn,
      by: recordedBy,
      hasOthers: coPerformers !== null,
    })),
    standing: [{ ...part, suspendedAt: shown.suspendedAt, language }],
    suspensions: (await suspensionsOf(db, id)).map(shownSuspension),
    messages: message ? [{ ...part, language, ...message }] : [],
    hidden: [{ ...part, places: row.hiddenIn, version: fieldVersion(row.hiddenIn) }],
  };
}

const shownCheck = (row: IdentityRow | undefined) => ({
  checked: row ? { by: row.checkedBy, on: row.checkedOn, recordedAt: row.recordedAt.toISOString() } : null,
  approved:
    row?.approvedBy && row.approvedAt ? { by: row.approvedBy, at: row.approvedAt.toISOString() } : null,
  expiresOn: row?.expiresOn ?? null,
});

const shownSuspension = ({ statement, suspendedBy, suspendedAt, until, liftedAt }: SuspensionRow) => ({
  statement,
  by: suspendedBy,
  at: suspendedAt.toISOString(),
  until: until?.toISOString() ?? null,
  liftedAt: liftedAt?.toISOString() ?? null,
});

/** The performer's message of the last seven days, withdrawn or not. */
async function shownFollowerMessage({ db, now }: Pick<Deps, 'db' | 'now'>, performerId: number) {
  const last = await lastMessageOf(db, performerId);
  if (!last || last.sentAt.getTime() + FOLLOWER_EVERY_MS <= now().getTime()) return null;
  return {
    text: last.text,
    sentAt: last.sentAt.toISOString(),
    version: versionOfMessage(last),
    withdrawnAt: last.withdrawnAt?.toISOString() ?? null,
    withdrawnBy: last.withdrawnBy,
    statement: last.withdrawalStatement,
  };
}
