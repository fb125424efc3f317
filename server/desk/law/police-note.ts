import { z } from 'zod';
import { brandIdentity } from '#contract/brand.ts';
import { fileMoment } from '#contract/day.ts';
import {
  type notePolice as notePoliceCall,
  POLICE_NOTE_FILE,
  REPORT_PICTURE_FILE,
} from '#contract/desk/reports/report-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { rowId } from '#contract/fields.ts';
import { caseStates, isDangerReason } from '#contract/safety/report-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest, RawRoute } from '#server/calls/raw-route.ts';
import { type Caller, requireDesk, requireOperator, requireRole } from '#server/identity/caller.ts';
import { membersById } from '#server/member/account/find-member.ts';
import type { Deps } from '#server/ports/deps.ts';
import { reportsIn, stepsOf } from '#server/safety/reports/reads.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import { moveCase } from '#server/safety/reports/transitions.ts';
import { readCase } from '../reports/read-cases.ts';
import { exporting } from '../value/export-file.ts';

/**
 * Adds the facts for the police to a case (DSA, article 18). Throws `badRequest.notFound`, `badRequest.case.changed`, and
 * `badRequest.case.state` for a case without a report of somebody in danger.
 */
export async function notePolice(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { case: caseId, version, facts }: Omit<ParsedInput<typeof notePoliceCall>, 'reason'>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    const { after } = await moveCase(tx, {
      caseId,
      version,
      from: caseStates,
      actor: `operator:${by.name}`,
      at,
      note: facts,
      noted: 'police',
      to: ({ state }) => ({ state }),
    });
    const found = await reportsIn(tx, caseId);
    if (!found.some(({ reason }) => isDangerReason(reason))) throw new AppError('badRequest.case.state');
    await recordAct(tx, by, { act: 'report.police-noted', subject: keyOfReported(reportedIn(after)), at });
  });
  return true;
}

const querySchema = z.object({ case: rowId, version: rowId });

/** Throws unless the caller may export the note, and `badRequest.invalid.input`. */
function noteIn(deps: Deps, { caller, query }: RawRequest) {
  requireFeature(deps, 'desk');
  requireRole(caller, ['moderator']);
  const read = querySchema.safeParse({ case: query.get('case'), version: query.get('version') });
  if (!read.success) throw new AppError('badRequest.invalid.input', { fields: ['case'] });
  return { ...read.data, desk: requireDesk(caller) };
}

/** The note as a plain text: facts, person, reports with their times and messages, and where the evidence is. */
async function servePoliceNote(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { case: id, version, desk } = noteIn(deps, request);
  const found = await readCase(deps, desk, { case: id });
  const steps = await stepsOf(deps.db, id);
  const step = steps.find((one) => one.version === version && one.state === 'police');
  if (!step) throw new AppError('badRequest.notFound');
  const site = deps.config.publicUrl.replace(/\/$/, '');
  const [kind, number] = found.about.key.split(':');
  const memberId = kind === 'member' ? Number(number) : 0;
  const member = (await membersById(deps.db, [memberId])).get(memberId);
  const timeOf = (at: Date | string) => `${fileMoment(new Date(at))} (Europe/Amsterdam)`;
  const lines = [
    `Notification of a suspected threat to life or safety (Regulation (EU) 2022/2065, article 18)`,
    `Service: ${brandIdentity.name}, ${site}`,
    `Case: ${id}, ${site}${routes.deskReports}/${id}`,
    `Written: ${timeOf(step.at)} by ${step.actor}`,
    '',
    `Person: ${found.about.name ?? '(erased)'} (${found.about.key})`,
    ...(member ? [`E-mail address: ${member.email}`, `Registered: ${timeOf(member.createdAt)}`] : []),
    '',
    'Facts',
    step.note ?? '',
    ...found.reports
      .filter(({ reason }) => isDangerReason(reason))
      .flatMap((report) => [
        '',
        `Report ${report.number}: ${report.reason}, ${report.place}`,
        `Received: ${timeOf(report.receivedAt)}`,
        ...(report.details === '' ? [] : [`Text: ${report.details}`]),
        ...(report.hasPicture ? [`Picture: ${site}${REPORT_PICTURE_FILE}?number=${report.number}`] : []),
        ...[...report.evidence, ...report.around].map(
          ({ at, sender, author, message }) => `${timeOf(at)} ${sender ?? author}: ${message}`,
        ),
      ]),
  ];
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="police-note-${id}-${version}.txt"`,
      'Cache-Control': 'no-store',
    },
    body: `${lines.join('\n')}\n`,
  };
}

export const policeNoteRoute: RawRoute = {
  method: 'GET',
  path: POLICE_NOTE_FILE,
  maxBytes: 0,
  handler: exporting('police-note', servePoliceNote, (deps, request) => {
    const { case: id, version, desk } = noteIn(deps, request);
    return { desk, period: `${id}:${version}` };
  }),
};
