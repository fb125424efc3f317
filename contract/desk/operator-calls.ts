import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { reasonField } from './reason.ts';
import { operatorRoleSchema } from './roles.ts';

const owners = { base: 'desk', access: 'operator', roles: ['owner'] } as const;

export const operatorStates = ['invited', 'active', 'disabled'] as const;

const operatorSchema = z.object({
  name: z.string(),
  email: z.string(),
  role: operatorRoleSchema,
  /** `invited` until the one-time link is used. */
  state: z.enum(operatorStates),
  passkeys: z.int(),
  /** Number of open sessions. */
  sessions: z.int(),
  /** Last use of an open session; null without one. */
  lastSeenAt: z.nullable(moment),
});

export const listOperators = endpoint({
  ...owners,
  method: 'GET',
  path: '/operators',
  summary: 'Returns the operators by name, also disabled ones, with their open sessions',
  input: z.object({}),
  output: z.object({ result: z.array(operatorSchema) }),
  errors: [],
});

export const endOperatorSessions = endpoint({
  ...owners,
  method: 'POST',
  path: '/operators/{name}/log-out',
  summary: 'Ends every session of an operator at once; the access stays',
  input: z.object({ name: z.string().check(z.minLength(1), z.maxLength(31)), reason: reasonField }),
  output: z.object({ ended: z.int() }),
  errors: ['badRequest.notFound'],
});
