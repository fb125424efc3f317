import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { trimBlank } from '../input.ts';
import { outcomes, REPORT_TEXT_MAX, reportPlaces, reportStates } from '../safety/report-calls.ts';
import { reasonField } from './log-calls.ts';

export const CASES_PER_PAGE = 50;

/** The stream’s picture of a report, as WebP: `?number=`. */
export const REPORT_PICTURE_FILE = '/api/desk/report-picture';

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

const caseId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
/** The version of the case that the operator has seen: another version means that another operator was faster. */
const version = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

export const caseShelves = ['open', 'mine', 'decided'] as const;
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
  state: z.enum(reportStates),
  urgent: z.boolean(),
  version: z.int(),
  /** Name of the operator who works on it. */
  assignee: z.nullable(z.string()),
  openedAt: moment,
  changedAt: moment,
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
    'Returns the cases: open ones with urgent ones first and then the oldest, decided ones newest first',
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
  state: z.enum(reportStates),
  /** `guest`, `member:7`, `performer:3`, `operator:anna`. */
  actor: z.string(),
  /** The statement of a decision, or the text of an appeal. */
  note: z.nullable(z.string()),
  at: moment,
});

export const readCase = endpoint({
  ...moderators,
  method: 'GET',
  path: '/reports/{case}',
  summary: 'Returns a case with its reports, the kept evidence, the chat around them and every step',
  input: z.object({ case: caseId }),
  output: z.extend(caseSchema, {
    /** Name of the operator of the first decision: another operator decides the appeal. */
    decidedBy: z.nullable(z.string()),
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
  input: z.object({ case: caseId, version, to: z.enum(['me', 'nobody']), reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.case.changed', 'badRequest.case.state'],
});

/** What is told to the reported person and to the reporters; never names of others. */
export const statementField = z
  .string()
  .check(z.overwrite(trimBlank), z.minLength(10), z.maxLength(REPORT_TEXT_MAX));

export const decideCase = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/reports/{case}/outcome',
  summary: 'Decides a case or its appeal, and mails the statement of reasons to everybody in it',
  input: z.object({
    case: caseId,
    version,
    outcome: z.enum(outcomes),
    statement: statementField,
    reason: reasonField,
  }),
  output: done,
  errors: [
    'badRequest.notFound',
    'badRequest.case.changed',
    'badRequest.case.state',
    'badRequest.case.ownDecision',
  ],
});
