import type { readCase as call, EvidenceLine } from '#contract/desk/report-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { linesAround } from '#server/chat/room/lines-around.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { readEvidence } from '#server/messaging/reports/evidence.ts';
import type { Deps } from '#server/ports/deps.ts';
import { caseById, type Report, reportsIn, stepsOf } from '#server/safety/reports/case-reads.ts';
import type { ReportCase } from '#server/safety/reports/move-case.ts';
import { namePeople } from './people.ts';
import { caseFields } from './shown-case.ts';

/** Without the reporters' addresses, which nobody needs to decide. Throws `badRequest.notFound`. */
export async function readCase(
  deps: Deps,
  caller: Caller,
  { case: id }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
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
      hasAddress: email !== null || report.memberId !== null || report.byPerformerId !== null,
      hasPicture: picture !== null,
      receivedAt: receivedAt.toISOString(),
      evidence: await evidenceOf(deps, number),
      around: await roomLines(deps, found, report),
    });
  }
  return {
    ...caseFields(found, nameOf),
    decidedBy: found.decidedBy,
    reports: shown,
    steps: steps.map(({ version, state, actor, note, at }) => ({
      version,
      state,
      actor,
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
