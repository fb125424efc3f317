import * as z from 'zod/mini';
import { addDays, dayOf, startOfDay } from '../day.ts';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { REMINDER_DAYS } from '../performers/identity.ts';
import { EXPLAIN_MINUTES } from '../safety/decisions.ts';
import { type OperatorRole, operatorRoles } from './roles.ts';
import { REQUEST_DAYS } from './value/request-calls.ts';

/** What can wait for an operator. */
export const workKinds = [
  'report',
  'appeal',
  'unexplained',
  'identity',
  'document',
  'application',
  'picture',
  'request',
  'dispute',
  'payment',
  'outbox',
] as const;
export type WorkKind = (typeof workKinds)[number];

/** For whom it waits, besides owners. */
export const workRoles: Readonly<Record<WorkKind, readonly OperatorRole[]>> = {
  report: ['moderator'],
  appeal: ['moderator'],
  unexplained: ['moderator'],
  identity: ['moderator'],
  document: ['moderator'],
  application: ['moderator'],
  picture: ['moderator'],
  // Those of the acts that a role asks for or approves.
  request: ['support', 'moderator', 'finance'],
  dispute: ['finance'],
  payment: ['support', 'finance'],
  outbox: ['support', 'finance'],
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Within which an urgent report is decided. */
export const URGENT_HOURS = 1;
/** Within which any other report is decided: the day of the report does not count. */
export const COMPLAINT_DAYS = 7;
export const APPEAL_HOURS = 48;

/** The end of the `count`th working day after a moment's, in the operator’s time zone. */
function afterWorkingDays(since: Date, count: number): Date {
  let day = dayOf(since);
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return startOfDay(addDays(day, 1));
}

/** When work that has waited since a moment is late; null for work without a clock. */
export function dueOf(kind: WorkKind, since: Date, isUrgent: boolean): Date | null {
  const after = (ms: number) => new Date(since.getTime() + ms);
  switch (kind) {
    case 'report':
      return isUrgent ? after(URGENT_HOURS * HOUR_MS) : afterWorkingDays(since, COMPLAINT_DAYS);
    case 'appeal':
      return after(APPEAL_HOURS * HOUR_MS);
    case 'unexplained':
      return after(EXPLAIN_MINUTES * MINUTE_MS);
    case 'document':
      return startOfDay(addDays(dayOf(since), REMINDER_DAYS[0] + 1));
    case 'request':
      return after(REQUEST_DAYS * DAY_MS);
    default:
      return null;
  }
}

const pieceSchema = z.object({
  kind: z.enum(workKinds),
  /** Of the case, record (`performer:3`), application, picture, request, payment or outbox work. */
  id: z.string(),
  /** Key of whom or what it is about: `performer:3`, `member:7`, `mail`. */
  about: z.nullable(z.string()),
  /** Username of a performer. */
  performer: z.nullable(z.string()),
  since: moment,
  due: z.nullable(moment),
  isUrgent: z.boolean(),
});
export type Piece = z.infer<typeof pieceSchema>;

/** Urgent pieces first, then those that are late first; without a clock by how long they have waited. */
export function byUrgency(left: Piece, right: Piece): number {
  const clock = ({ due }: Piece) => (due === null ? Number.MAX_SAFE_INTEGER : Date.parse(due));
  return (
    Number(right.isUrgent) - Number(left.isUrgent) ||
    clock(left) - clock(right) ||
    Date.parse(left.since) - Date.parse(right.since)
  );
}

export const countsSchema = z.array(
  z.object({
    kind: z.enum(workKinds),
    waiting: z.int(),
    /** When the newest piece came; null without any. */
    newest: z.nullable(moment),
  }),
);
export type WorkCounts = z.infer<typeof countsSchema>;

/** Pieces of one kind that are counted. */
export const WORK_COUNT_MAX = 500;
/** Pieces on the page. */
export const WORK_MAX = 100;
/** What waits, as server-sent events for an open page: `data:` has the counts. */
export const WORK_EVENTS = '/api/desk/work/events';

/** Characters of a handover note. */
export const HANDOVER_MAX = 2000;
/** Notes that are kept. */
export const HANDOVERS_KEPT = 10;

const handoverSchema = z.object({ id: z.int(), text: z.string(), writtenBy: z.string(), writtenAt: moment });

export const countWork = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/work/counts',
  summary: 'Returns how much of each kind waits for the caller’s role',
  access: 'operator',
  roles: operatorRoles,
  input: z.object({}),
  output: z.object({ counts: countsSchema }),
  errors: [],
});

export const readWork = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/work',
  summary:
    'Returns what waits for the caller’s role, urgent first, then by its clock, with keys instead of names of members',
  access: 'operator',
  roles: operatorRoles,
  input: z.object({}),
  output: z.object({
    now: moment,
    /** The first of them. */
    pieces: z.array(pieceSchema),
    counts: countsSchema,
    /** What the shifts before handed over, newest first. */
    handovers: z.array(handoverSchema),
  }),
  errors: [],
});

export const writeHandover = endpoint({
  base: 'desk',
  method: 'POST',
  path: '/work/handovers',
  summary: `Stores a note for the next shift; the last ${HANDOVERS_KEPT} are kept`,
  access: 'operator',
  roles: operatorRoles,
  input: z.object({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(HANDOVER_MAX)),
    /** Id of the newest note that the author has seen; 0 without one. */
    version: z.int().check(z.minimum(0)),
  }),
  output: done,
  /** Another note was stored meanwhile. */
  errors: ['badRequest.form.changed'],
});
