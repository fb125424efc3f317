import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment, rowId as request } from '../fields.ts';
import { actsOfValue, type ValueAct, valueActs } from './acts-of-value.ts';
import { reasonField } from './log-calls.ts';
import { isRoleAmong, type OperatorRole } from './roles.ts';

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
  { name, role }: { readonly name: string; readonly role: OperatorRole },
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
  input: z.object({ request, override: z._default(z.boolean(), false), reason: reasonField }),
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
  ],
});

export const refuseRequest = endpoint({
  ...desk,
  roles: ['support', 'moderator', 'finance'],
  method: 'POST',
  path: '/requests/{request}/refuse',
  summary: 'Closes a request without carrying it out; the operator who asked may withdraw it',
  input: z.object({ request, reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.forbidden'],
});
