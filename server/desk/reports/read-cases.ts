import { depictedDue } from '#contract/desk/reports/law.ts';
import {
  CASES_PER_PAGE,
  type EvidenceLine,
  type listCases as listCasesCall,
  type readCase as readCaseCall,
} from '#contract/desk/reports/report-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isUrgentReason } from '#contract/safety/report-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { linesAround } from '#server/chat/room/lines-around.ts';
import { type Caller, requireDesk, requireRole } from '#server/identity/caller.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { readEvidence } from '#server/messaging/reports/report-conversation.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import {
  caseById,
  casesOn,
  contentsOf,
  pictureOf,
  type Report,
  reportsIn,
  stepsOf,
} from '#server/safety/reports/reads.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import type { ReportCase } from '#server/safety/reports/transitions.ts';
import { decisionsIn, languageOf } from '../decisions/read-decisions.ts';
import { isOverdue } from './overdue.ts';

interface PersonIds {
  readonly performerId: number | null;
  readonly memberId: number | null;
}

/** As the desk shows a person: with the key of the log. */
interface Person {
  key: string;
  /** Null once the account is erased. */
  name: string | null;
}

/** Names many people at once; the result is null for nobody. */
async function namePeople(
  deps: Pick<Deps, 'db' | 'brand'>,
  people: readonly PersonIds[],
): Promise<(ids: PersonIds) => Person | null> {
  const idsOf = (pick: (ids: PersonIds) => number | null) => [
    ...new Set(people.map(pick).filter((id) => id !== null)),
  ];
  const performers = await performersFor(deps, inHouse).names(idsOf(({ performerId }) => performerId));
  const members = await memberNames(
    deps,
    idsOf(({ memberId }) => memberId),
  );
  return ({ performerId, memberId }) => {
    if (performerId !== null)
      return { key: `performer:${performerId}`, name: performers.get(performerId) ?? null };
    return memberId === null ? null : { key: `member:${memberId}`, name: members.get(memberId) ?? null };
  };
}

interface CaseFields {
  nameOf: Awaited<ReturnType<typeof namePeople>>;
  depictedAt: Date | null;
  now: Date;
}

/** The fields of a case that list and page share. */
const caseFields = (found: ReportCase, { nameOf, depictedAt, now }: CaseFields) => ({
  id: found.id,
  about: nameOf(found) ?? { key: keyOfReported(reportedIn(found)), name: null },
  state: found.state,
  urgent: found.urgent,
  version: found.version,
  assignee: found.assignee,
  openedAt: found.openedAt.toISOString(),
  changedAt: found.changedAt.toISOString(),
  dueOn: depictedAt && depictedDue(depictedAt),
  isOverdue: depictedAt !== null && isOverdue(depictedAt, now),
});

export async function listCases(
  deps: Deps,
  caller: Caller,
  { show, page }: ParsedInput<typeof listCasesCall>,
): Promise<OutputOf<typeof listCasesCall>> {
  const { name } = requireDesk(caller);
  const shelf = show === 'mine' ? { show, operator: name } : { show };
  const found = await casesOn(deps.db, shelf, {
    limit: CASES_PER_PAGE + 1,
    offset: (page - 1) * CASES_PER_PAGE,
  });
  const shown = found.slice(0, CASES_PER_PAGE);
  const contents = await contentsOf(
    deps.db,
    shown.map(({ id }) => id),
  );
  const nameOf = await namePeople(deps, shown);
  const now = deps.now();
  return {
    result: shown.map((one) => {
      const { depictedAt = null, ...summary } = contents.get(one.id) ?? { reports: 0, reasons: [] };
      return { ...caseFields(one, { nameOf, depictedAt, now }), ...summary };
    }),
    more: found.length > shown.length,
  };
}

/** Without the reporters' addresses, which nobody needs to decide. Throws `badRequest.notFound`. */
export async function readCase(
  deps: Deps,
  caller: Caller,
  { case: id }: ParsedInput<typeof readCaseCall>,
): Promise<OutputOf<typeof readCaseCall>> {
  requireDesk(caller);
  const found = await caseById(deps.db, id);
  if (!found) throw new AppError('badRequest.notFound');
  const reports = await reportsIn(deps.db, id);
  const steps = await stepsOf(deps.db, id);
  const nameOf = await namePeople(deps, [found, ...reports.map(reporterOf)]);
  const shown = [];
  for (const report of reports) {
    const { number, reason, details, place, second, email, picture, receivedAt } = report;
    shown.push({
      number,
      reason,
      details,
      place,
      second,
      by: nameOf(reporterOf(report)),
      decision: report.decisionId,
      isUrgent: isUrgentReason(reason),
      hasAddress: email !== null || report.memberId !== null || report.byPerformerId !== null,
      hasPicture: picture !== null,
      receivedAt: receivedAt.toISOString(),
      evidence: await evidenceOf(deps, number),
      around: await roomLines(deps, found, report),
    });
  }
  const { depictedAt = null } = (await contentsOf(deps.db, [id])).get(id) ?? {};
  return {
    ...caseFields(found, { nameOf, depictedAt, now: deps.now() }),
    language: await languageOf(deps, found),
    decisions: await decisionsIn(deps, id, reports),
    reports: shown,
    steps: steps.map(({ version, state, actor, decisionId, note, at }) => ({
      version,
      state,
      actor,
      decision: decisionId,
      note,
      at: at.toISOString(),
    })),
  };
}

const reporterOf = ({ memberId, byPerformerId }: Report) => ({ memberId, performerId: byPerformerId });

async function evidenceOf({ db }: Pick<Deps, 'db'>, number: string): Promise<EvidenceLine[]> {
  const lines = await readEvidence(db, number);
  return lines.map(({ from, message, at, photo }) => ({
    author: from,
    sender: null,
    message,
    at,
    hasPhoto: photo !== null,
  }));
}

/** The chat of the room that was reported, or in which the member was; shows are left out. */
async function roomLines(
  { db }: Pick<Deps, 'db'>,
  found: ReportCase,
  { place, byPerformerId, receivedAt }: Report,
): Promise<EvidenceLine[]> {
  const rooms = { stream: found.performerId, room: byPerformerId, profile: null, conversation: null };
  const performerId = rooms[place];
  if (performerId === null) return [];
  const lines = await linesAround(db, performerId, receivedAt);
  return lines.map(({ author, sender, message, sentAt }) => ({
    author,
    sender,
    message,
    at: sentAt.toISOString(),
    hasPhoto: false,
  }));
}

/**
 * The stream's picture of a report, by `number`; for moderators only. Throws `badRequest.notFound` for an unknown report,
 * and once the picture is removed.
 */
export async function serveReportPicture(deps: Deps, { caller, query }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'desk');
  requireRole(caller, ['moderator']);
  const picture = await pictureOf(deps.db, query.get('number') ?? '');
  if (!picture) throw new AppError('badRequest.notFound');
  return {
    status: 200,
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' },
    body: Uint8Array.from(picture),
  };
}
