import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment } from '../../fields.ts';
import { locales } from '../../locales.ts';
import { factsField } from '../../safety/decisions.ts';
import { caseStates, reportPlaces, stepStates } from '../../safety/report-calls.ts';
import { reasonField } from '../log-calls.ts';
import { caseVersion, decisionSchema } from './decision-calls.ts';

export const CASES_PER_PAGE = 50;

/** The stream’s picture of a report, as WebP: `?number=`. */
export const REPORT_PICTURE_FILE = '/api/desk/report-picture';

/** What the police is told, as a plain text: `?case=3&version=7`, of the step with the facts. */
export const POLICE_NOTE_FILE = '/api/desk/police-note.txt';

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

const caseId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

export const caseShelves = ['open', 'mine', 'closed'] as const;
export type CaseShelf = (typeof caseShelves)[number];

/** A person in a case. */
const personSchema = z.object({
  /** `performer:3`, `member:7`. */
  key: z.string(),
  /** Username; null once the account is erased. */
  name: z.nullable(z.string()),
});

const caseSchema = z.object({
  id: z.int(),
  about: personSchema,
  state: z.enum(caseStates),
  urgent: z.boolean(),
  version: z.int(),
  /** Name of the operator who works on it. */
  assignee: z.nullable(z.string()),
  openedAt: moment,
  changedAt: moment,
  /** The last day on which the complaint of a depicted person may be answered; null if none waits. */
  dueOn: z.nullable(z.iso.date()),
  /** That day is over. */
  isOverdue: z.boolean(),
});

const summarySchema = z.extend(caseSchema, {
  /** Number of its reports, and their reasons without repeats. */
  reports: z.int(),
  reasons: z.array(z.string()),
});

export const listCases = endpoint({
  ...moderators,
  method: 'GET',
  path: '/reports',
  summary:
    'Returns the cases: open ones with urgent ones first and then the oldest, closed ones newest first',
  input: z.object({
    show: z._default(z.enum(caseShelves), 'open'),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  }),
  output: z.object({ result: z.array(summarySchema), more: z.boolean() }),
  errors: [],
});

const lineSchema = z.object({
  /** `member:7`, `performer:3`, `system`; in a conversation the side: `member`, `performer`. */
  author: z.string(),
  sender: z.nullable(z.string()),
  message: z.string(),
  at: moment,
  hasPhoto: z.boolean(),
});
export type EvidenceLine = z.infer<typeof lineSchema>;

const reportSchema = z.object({
  number: z.string(),
  reason: z.string(),
  details: z.string(),
  place: z.enum(reportPlaces),
  /** Whole seconds since the reporter’s picture started. */
  second: z.nullable(z.int()),
  /** The reporter, without the address; null for a guest or a reporter who stays unnamed. */
  by: z.nullable(personSchema),
  /** The decision that judged it; null while it waits. */
  decision: z.nullable(z.int()),
  isUrgent: z.boolean(),
  /** Whether the outcome can be mailed to an address of the report. */
  hasAddress: z.boolean(),
  /** Whether the stream’s picture is still kept: REPORT_PICTURE_FILE has it. */
  hasPicture: z.boolean(),
  receivedAt: moment,
  /** Messages kept with the report, oldest first. */
  evidence: z.array(lineSchema),
  /** What was said in the room around that time, oldest first, while it is kept. */
  around: z.array(lineSchema),
});

const stepSchema = z.object({
  version: z.int(),
  state: z.enum(stepStates),
  /** `guest`, `member:7`, `performer:3`, `operator:anna`. */
  actor: z.string(),
  /** The decision that it is about; null in steps of earlier versions. */
  decision: z.nullable(z.int()),
  /** The facts of a decision, the text of an appeal or of a verdict. */
  note: z.nullable(z.string()),
  at: moment,
});

export const readCase = endpoint({
  ...moderators,
  method: 'GET',
  path: '/reports/{case}',
  summary:
    'Returns a case with its reports, the kept evidence, the chat around them, its decisions and every step',
  input: z.object({ case: caseId }),
  output: z.extend(caseSchema, {
    /** In which the person reads a statement; the default without an account. */
    language: z.enum(locales),
    /** Newest first. */
    decisions: z.array(decisionSchema),
    reports: z.array(reportSchema),
    steps: z.array(stepSchema),
  }),
  errors: ['badRequest.notFound'],
});

export const assignCase = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/reports/{case}/assignee',
  summary: 'Takes a case, also from a colleague, or hands it back',
  input: z.object({ case: caseId, version: caseVersion, to: z.enum(['me', 'nobody']), reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.case.changed', 'badRequest.case.state'],
});

export const notePolice = endpoint({
  ...moderators,
  method: 'POST',
  path: '/reports/{case}/police',
  summary: 'Adds the facts for the police to a case about somebody in danger; POLICE_NOTE_FILE has the note',
  input: z.object({ case: caseId, version: caseVersion, facts: factsField, reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.case.changed', 'badRequest.case.state'],
});
