import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import {
  isOutcome,
  REPORT_TEXT_MAX,
  type ReportDecision,
  reportDecisions,
} from '#contract/safety/report-calls.ts';
import { assignCase, decideCase, noteAppeal } from '#server/desk/reports/decide-case.ts';
import { createStorage } from '#server/gateways/open-gateways.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { readEvidence, writeEvidence } from '#server/messaging/reports/report-conversation.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Db } from '#server/ports/database.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { writePictures } from '#server/safety/reports/keep-picture.ts';
import { caseAbout, listOpenCases, type OpenCase } from '#server/safety/reports/reads.ts';
import type { Reported } from '#server/safety/reports/transitions.ts';
import { command } from './command.ts';

export const listReports = command({
  name: 'reports list',
  summary: 'Prints open reports as JSON, urgent ones first',
  options: { pictures: { value: '<folder>', help: 'also writes their pictures and photos to this folder' } },
  input: z.object({ pictures: z.string().min(1).optional() }),
  async run({ config, db, say }, { pictures }) {
    const cases = await listOpenCases({ db });
    say(JSON.stringify(await Promise.all(cases.map((open) => withMessages(db, open))), null, 2));
    if (pictures === undefined) return 0;
    await writePictures({ db }, pictures);
    await writeEvidence({ db, storage: await createStorage(config) }, pictures);
    return 0;
  },
});

async function withMessages(db: Db, { reports, ...open }: OpenCase) {
  const read = reports.map(async (report) => ({
    ...report,
    messages: await readEvidence(db, report.number),
  }));
  return { ...open, reports: await Promise.all(read) };
}

const decisions = Object.keys(reportDecisions) as ReportDecision[];

const input = z
  .object({
    username: z.string().min(1),
    as: z.enum(decisions),
    member: z.boolean().optional(),
    statement: z.string().trim().min(10).max(REPORT_TEXT_MAX).optional(),
  })
  .refine(({ as, statement }) => !isOutcome(as) || statement !== undefined, {
    path: ['statement'],
    message: 'is mailed with a decision, so it is required',
  });

export const decideReports = command({
  name: 'reports decide',
  summary:
    'Decides the reports about a performer, or about a member, and mails the statement; their evidence is deleted EVIDENCE_DAYS later',
  operands: ['username'],
  options: {
    as: { value: `<${decisions.join('|')}>`, help: 'the decision' },
    statement: { value: '<text>', help: 'what the people in the case are told; it names nobody' },
    member: { help: 'the name is a member’s username, e-mail address or number' },
  },
  changes: true,
  input,
  async run({ db, now, config, newId, caller, say }, { username, as, member, statement = '' }) {
    const reported = member
      ? { memberId: (await findMember(db, username)).id }
      : await performerOf(db, username);
    const found = await caseAbout(db, reported);
    if (!found) throw new AppError('badRequest.notFound');
    if (as === 'assigned') await assignCase({ db, now }, caller, { case: found.id, to: 'me' });
    else if (as === 'appealed') await noteAppeal({ db, now }, caller, found.id);
    else {
      const decision = { case: found.id, outcome: as, statement };
      await decideCase({ db, now, config, newId }, caller, decision);
    }
    say(`The reports about ${username} are decided: ${as}.`);
    return 0;
  },
});

async function performerOf(db: Db, username: string): Promise<Reported> {
  const performer = await performersFor({ db }, inHouse).byName(username);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return { performerId: performer.id };
}
