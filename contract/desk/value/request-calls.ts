import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId as request } from '../../fields.ts';
import { seenField as version } from '../../form-version.ts';
import { routes } from '../../site/routes.ts';
import { describeAct, describeList, type Looking, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';
import { isRoleAmong, type OperatorRole } from '../roles.ts';
import { actsOfValue, type ValueAct, valueActs } from './acts-of-value.ts';

/** Days in which a request can be approved, and an approved one used. */
export const REQUEST_DAYS = 7;

export const requestSchema = z.object({
  request: z.int(),
  act: z.enum(valueActs),
  value: z.int(),
  unit: z.enum(['cents', 'acts']),
  /** Key of what it is done to: `payment:…`, `member:7`, `performer:3`, `books:2026-11`. */
  subject: z.string(),
  memberId: z.nullable(z.int()),
  askedBy: z.string(),
  reason: z.string(),
  askedAt: moment,
});
export type DeskRequest = z.infer<typeof requestSchema>;

/** Who sees a request and may refuse it. */
export const maySeeRequest = (role: OperatorRole, act: ValueAct): boolean =>
  isRoleAmong(role, [...actsOfValue[act].asks, ...actsOfValue[act].seconds]);

/** What an operator may do with a request besides refusing it; `override` is for an owner's own. */
export function decisionOf(
  { name, role }: Looking,
  { act, askedBy }: Pick<DeskRequest, 'act' | 'askedBy'>,
): 'approve' | 'override' | null {
  if (askedBy === name) return role === 'owner' ? 'override' : null;
  return isRoleAmong(role, actsOfValue[act].seconds) ? 'approve' : null;
}

const desk = { base: 'desk', access: 'operator' } as const;

export const listRequests = endpoint({
  ...desk,
  roles: ['support', 'moderator', 'finance'],
  method: 'GET',
  path: '/requests',
  summary:
    'Returns the acts that wait for a second operator and that the caller’s role may see, oldest first',
  input: z.object({}),
  output: z.object({ result: z.array(requestSchema) }),
  errors: [],
});

export const approveRequest = endpoint({
  ...desk,
  roles: ['moderator', 'finance'],
  method: 'POST',
  path: '/requests/{request}/approve',
  summary:
    'Carries out what another operator asked for; a record or file is opened by that operator, once. An owner may override the rule for an own request, which is mailed to the other owners',
  input: z.object({ request, version, override: z._default(z.boolean(), false), reason: reasonField }),
  output: done,
  errors: [
    'badRequest.notFound',
    'badRequest.forbidden',
    'badRequest.invalid.payment',
    'badRequest.login.notExists',
    'badRequest.performer.notExists',
    'badRequest.identity.missing',
    'badRequest.payout.paid',
    'badRequest.payout.changed',
    'badRequest.payout.stopped',
    'badRequest.form.changed',
  ],
});

export const refuseRequest = endpoint({
  ...desk,
  roles: ['support', 'moderator', 'finance'],
  method: 'POST',
  path: '/requests/{request}/refuse',
  summary: 'Closes a request without carrying it out; the operator who asked may withdraw it',
  input: z.object({ request, version, reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.forbidden', 'badRequest.form.changed'],
});

/** Where the operator sees what a request is about; null for files. */
function pageOf({ act, subject, memberId }: DeskRequest): string | null {
  if (act === 'export') return null;
  if (/^(?:person|identity):/.test(subject)) return routes.deskIdentity;
  const page =
    memberId === null
      ? `${routes.deskPerformers}/${subject.replace(/^performer:/, '')}`
      : `${routes.deskMembers}/${memberId}`;
  return `${page}#${subject.replace(':', '-')}`;
}

const decided = {
  'badRequest.notFound': 'decided',
  'badRequest.forbidden': 'notYou',
  'badRequest.form.changed': 'changed',
} as const;

const approving = {
  call: approveRequest,
  labels: {
    ...decided,
    'badRequest.invalid.payment': 'desk.member.tooMuch',
    'badRequest.login.notExists': 'desk.member.gone',
    'badRequest.performer.notExists': 'records.gone',
    'badRequest.identity.missing': 'records.identity.gone',
    'badRequest.payout.paid': 'payouts.paid',
    'badRequest.payout.changed': 'payouts.changed',
    'badRequest.payout.stopped': 'payouts.stopped',
  },
} as const;

export const requestList = describeList({
  name: 'requests',
  call: listRequests,
  rows: 'result',
  key: 'request',
  words: 'requests list',
  columns: [
    { name: 'act', kind: 'state', title: true },
    { name: 'amount', kind: 'euro', of: ({ unit, value }) => (unit === 'cents' ? value : null) },
    {
      name: 'asked',
      kind: 'sentence',
      values: [
        { name: 'name', kind: 'name', of: ({ askedBy }) => askedBy },
        { name: 'at', kind: 'moment', of: ({ askedAt }) => askedAt },
        { name: 'reason', kind: 'text' },
      ],
    },
    {
      name: 'what',
      kind: 'name',
      of: ({ act, memberId, subject }) => (act === 'refund' ? `member:${memberId} · ${subject}` : subject),
      link: pageOf,
    },
  ],
  acts: [
    describeAct<DeskRequest>()({
      ...approving,
      name: 'approve',
      words: 'requests approve',
      operand: 'request',
      audit: 'request.approved',
      when: (row, operator) => decisionOf(operator, row) === 'approve',
      otherwise: { text: 'ownRequest', when: ({ askedBy }, { name }) => askedBy === name },
    }),
    describeAct<DeskRequest>()({
      ...approving,
      name: 'override',
      sends: { override: true },
      audit: 'request.overridden',
      when: (row, operator) => decisionOf(operator, row) === 'override',
      danger: true,
    }),
    describeAct<DeskRequest>()({
      name: 'refuse',
      call: refuseRequest,
      words: 'requests refuse',
      operand: 'request',
      audit: 'request.refused',
      labels: decided,
      danger: true,
    }),
  ],
});

export const requestSection: Section = {
  path: routes.deskRefunds,
  texts: 'desk.refunds',
  title: 'desk.nav.refunds',
  filters: {},
  narrow: true,
  lists: [requestList],
};
