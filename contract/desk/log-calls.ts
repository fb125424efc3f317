import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { routes } from '../site/routes.ts';
import { describeList, type Section } from './described/described.ts';
import { operatorRoles } from './roles.ts';
import { detailsSchema } from './value/act-details.ts';

/** Acts on a page of the log. */
export const ACTS_PER_PAGE = 50;

export const actSchema = z.object({
  id: z.int(),
  /** Name of the act: `stream.cut`. */
  act: z.string(),
  /** `operator:anna`, `member:7`, `performer:3`, `guest`, `system`. */
  actor: z.string(),
  /** What it was done to: `payment:…`, `performer:3`; null if nothing else. */
  subject: z.nullable(z.string()),
  /** Id of the member it concerns. */
  member: z.nullable(z.int()),
  /** Given by an operator. */
  reason: z.nullable(z.string()),
  /** What the act was about, besides. */
  details: z.nullable(detailsSchema),
  /** Where an operator was: the network (`203.0.113.0/24`) and browser. Owners only; null for all others. */
  network: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  at: moment,
});

const key = z._default(z.string().check(z.trim(), z.maxLength(80)), '');

export const listActs = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/log',
  summary: 'Returns the recorded acts, newest first: by whom, to what, and why',
  access: 'operator',
  roles: operatorRoles,
  input: z.object({
    /** Name of a member, performer or operator: what they did, and what was done to them. */
    person: key,
    /** Key of the actor, or an operator’s name. */
    actor: key,
    /** Key of what it was done to; `member:7` also finds what concerns the member. */
    subject: key,
    /** Name of the act, such as `stream.cut`, or its first part: `stream`. */
    act: key,
    /** Day in the operator’s time zone. */
    day: z.optional(z.iso.date()),
    /** Only acts with a smaller id. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
  }),
  output: z.object({
    acts: z.array(actSchema),
    more: z.boolean(),
    /** Names of all acts that can be recorded, sorted. */
    names: z.array(z.string()),
    /** Usernames of members and performers, by the keys in the acts. */
    people: z.record(z.string(), z.string()),
  }),
  errors: [],
});

export const REASON_MAX = 300;

/** Why an operator acts: part of every changing call of the desk; the dispatcher passes it on with the caller. */
export const reasonField = z.string().check(z.trim(), z.minLength(3), z.maxLength(REASON_MAX));

type RecordedAct = z.infer<typeof actSchema>;

const detailsOf = ({ details }: RecordedAct): string | null =>
  details &&
  Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export const logSection: Section = {
  path: routes.deskLog,
  texts: 'desk.log',
  title: 'desk.nav.log',
  filters: {
    person: { label: 'person', hint: 'personHint' },
    actor: { label: 'actor', hint: 'actorHint' },
    subject: { label: 'subject', hint: 'subjectHint' },
    act: { label: 'act', hint: 'actHint', offers: 'names' },
    day: { label: 'day' },
  },
  lists: [
    describeList({
      name: 'log',
      call: listActs,
      rows: 'acts',
      key: 'id',
      words: 'log list',
      shownBy: 'acts',
      columns: [
        { name: 'when', kind: 'moment', of: ({ at }) => at },
        { name: 'act', kind: 'state', states: 'acts' },
        { name: 'details', kind: 'text', of: detailsOf },
        { name: 'actor', kind: 'name' },
        { name: 'subject', kind: 'name' },
        { name: 'member', kind: 'name' },
        { name: 'reason', kind: 'text' },
        { name: 'network', kind: 'text' },
        { name: 'browser', kind: 'text' },
      ],
    }),
  ],
};
