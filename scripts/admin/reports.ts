import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { caseMeasureSchema } from '#contract/safety/decisions.ts';
import { placesIn } from '#contract/safety/hidden-places.ts';
import { isUrgentReason } from '#contract/safety/report-calls.ts';
import { judgeDecision, withdrawDecision } from '#server/desk/decisions/judge-decision.ts';
import { decisionsIn } from '#server/desk/decisions/read-decisions.ts';
import { decideCase } from '#server/desk/decisions/take-measure.ts';
import { assignCase } from '#server/desk/reports/assign-case.ts';
import { createStorage } from '#server/gateways/open-gateways.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { readEvidence, writeEvidence } from '#server/messaging/reports/report-conversation.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Db } from '#server/ports/database.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { noteAppeal } from '#server/safety/decisions/appeals.ts';
import { writePictures } from '#server/safety/reports/keep-picture.ts';
import {
  caseAbout,
  listOpenCases,
  type OpenCase,
  reportsIn,
  waitingReports,
} from '#server/safety/reports/reads.ts';
import type { Reported } from '#server/safety/reports/transitions.ts';
import { command, type Desk } from './command.ts';
import { factsInput, wordsInput, wordsOptions } from './words.ts';

export const listReports = command({
  name: 'reports list',
  summary: 'Prints open cases with their reports and decisions as JSON, urgent ones first',
  options: { pictures: { value: '<folder>', help: 'also writes their pictures and photos to this folder' } },
  input: z.object({ pictures: z.string().min(1).optional() }),
  async run({ config, db, now, say }, { pictures }) {
    const cases = await listOpenCases({ db });
    say(JSON.stringify(await Promise.all(cases.map((open) => withMessages({ db, now }, open))), null, 2));
    if (pictures === undefined) return 0;
    await writePictures({ db }, pictures);
    await writeEvidence({ db, storage: await createStorage(config) }, pictures);
    return 0;
  },
});

async function withMessages({ db, now }: Pick<Desk, 'db' | 'now'>, { reports, ...open }: OpenCase) {
  const decisions = await decisionsIn({ db, now }, open.id, await reportsIn(db, open.id));
  const read = reports.map(async (report) => ({
    ...report,
    messages: await readEvidence(db, report.number),
  }));
  return { ...open, reports: await Promise.all(read), decisions };
}

const steps = ['assigned', ...caseMeasureSchema.options] as const;
const person = {
  username: z.string().min(1),
  member: z.boolean().optional(),
};
const memberOption = { member: { help: 'the name is a member’s username, e-mail address or number' } };

export const decideReports = command({
  name: 'reports decide',
  summary:
    'Decides about a reported performer or member, judges reports, and mails the statements; evidence is deleted EVIDENCE_DAYS after the last report is judged',
  operands: ['username'],
  options: {
    as: { value: `<${steps.join('|')}>`, help: 'the measure, or assigned to take the case' },
    ...wordsOptions,
    reports: {
      value: '<numbers>',
      help: 'of the reports that it judges, with commas; by default all that wait and are not urgent',
    },
    until: { value: '<YYYY-MM-DD>', help: 'the day until which a cut or a suspension lasts' },
    places: { value: '<codes>', help: 'countries and regions that hide sees to, with commas' },
    ...memberOption,
  },
  changes: true,
  input: z
    .object({
      ...person,
      as: z.enum(steps),
      ground: wordsInput.ground.optional(),
      facts: wordsInput.facts.optional(),
      reports: z.string().optional(),
      until: z.iso.date('must be a date like 2027-01-31').optional(),
      places: z.string().default(''),
    })
    .refine(({ as, ground, facts }) => as === 'assigned' || (ground && facts), {
      path: ['ground'],
      message: 'is required with --facts: the statement says both',
    }),
  async run(desk, { username, as, member, ground, facts, reports, until, places }) {
    const found = await caseOf(desk, username, member);
    if (!ground || !facts || as === 'assigned') {
      await assignCase(desk, desk.caller, { case: found.id, to: 'me' });
      desk.say(`The case about ${username} is yours.`);
      return 0;
    }
    const { decision } = await decideCase(desk, desk.caller, {
      case: found.id,
      measure: as,
      ground,
      facts,
      until,
      places: placesIn(places) ?? [],
      reports: reports?.split(',').map((number) => number.trim()) ?? (await calmReports(desk.db, found.id)),
    });
    desk.say(`Decision ${decision} about ${username}: ${as}.`);
    return 0;
  },
});

/** An urgent report is judged only by its number. */
const calmReports = async (db: Db, caseId: number): Promise<string[]> =>
  (await waitingReports(db, caseId))
    .filter(({ reason }) => !isUrgentReason(reason))
    .map(({ number }) => number);

async function caseOf({ db }: Pick<Desk, 'db'>, username: string, isMember = false) {
  const reported = isMember
    ? { memberId: (await findMember(db, username)).id }
    : await performerOf(db, username);
  const found = await caseAbout(db, reported);
  if (!found) throw new AppError('badRequest.notFound');
  return found;
}

const decision = z.coerce.number().int().min(1);

export const judgeDecisionCommand = command({
  name: 'decisions judge',
  summary:
    'Answers the appeals against a decision; overruled undoes its measure, and all concerned get a mail',
  operands: ['decision'],
  options: {
    as: { value: '<upheld|overruled|withdrawn>', help: 'withdrawn takes back a decision without an appeal' },
    facts: { value: '<text>', help: 'why, as the people concerned read it' },
  },
  changes: true,
  input: z.object({ decision, as: z.enum(['upheld', 'overruled', 'withdrawn']), facts: factsInput }),
  async run(desk, { decision, as, facts: verdict }) {
    if (as === 'withdrawn') await withdrawDecision(desk, desk.caller, { decision, verdict });
    else await judgeDecision(desk, desk.caller, { decision, outcome: as, verdict });
    desk.say(`Decision ${decision} is ${as}.`);
    return 0;
  },
});

export const noteAppealCommand = command({
  name: 'decisions appeal',
  summary: 'Notes an appeal that came by letter or phone',
  operands: ['decision'],
  options: {
    facts: { value: '<text>', help: 'what was said' },
    report: { value: '<number>', help: 'of the reporter who appeals; by default the person decided about' },
  },
  changes: true,
  input: z.object({ decision, facts: factsInput, report: z.string().optional() }),
  async run(desk, { decision, facts: text, report: number }) {
    await noteAppeal(desk, desk.caller, { decision, text, number });
    desk.say(`The appeal against decision ${decision} is noted.`);
    return 0;
  },
});

async function performerOf(db: Db, username: string): Promise<Reported> {
  const performer = await performersFor({ db }, inHouse).byName(username);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return { performerId: performer.id };
}
