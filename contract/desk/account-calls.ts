import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { linkTokenField } from '../member/account/account-calls.ts';
import { codeField, EMAIL_MAX, newPasswordField, OLD_PASSWORD_MAX } from '../member/account/credentials.ts';
import { sessionSchema } from '../member/settings/security-calls.ts';
import { reasonField } from './log-calls.ts';
import { operatorRoleSchema, operatorRoles } from './roles.ts';

/** Hours for which a one-time link is valid. */
export const DESK_LINK_HOURS = 24;

const deskAccountSchema = z.object({
  name: z.string(),
  role: operatorRoleSchema,
  /** When the session ends, whatever happens meanwhile. */
  until: moment,
});
export type DeskAccount = z.infer<typeof deskAccountSchema>;

export const deskLogin = endpoint({
  base: 'desk',
  method: 'POST',
  path: '/login',
  summary: 'Logs an operator in with password and code of the authenticator app, for 8 hours',
  access: 'anyone',
  input: z.object({
    email: z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_MAX)),
    password: z.string().check(z.minLength(1), z.maxLength(OLD_PASSWORD_MAX)),
    code: codeField,
  }),
  output: z.object({ token: z.string() }),
  errors: ['badRequest.invalid.login'],
});

export const checkDeskLink = endpoint({
  base: 'desk',
  method: 'POST',
  path: '/link/check',
  summary:
    'Returns the operator of a one-time link, and the key for the authenticator app, without using it up',
  access: 'anyone',
  input: z.object({ key: linkTokenField }),
  output: z.object({
    name: z.string(),
    email: z.string(),
    /** For the picture that authenticator apps read: `otpauth://totp/…`. */
    authenticator: z.string(),
    /** The key in it, for typing: Base32. */
    secret: z.string(),
  }),
  errors: ['badRequest.link.used', 'badRequest.link.expired'],
});

export const redeemDeskLink = endpoint({
  base: 'desk',
  method: 'POST',
  path: '/link',
  summary: 'Sets an operator’s password and authenticator app with a one-time link, and opens a session',
  access: 'anyone',
  input: z.object({ key: linkTokenField, newPassword: newPasswordField, code: codeField }),
  output: z.object({ token: z.string() }),
  errors: [
    'badRequest.link.used',
    'badRequest.link.expired',
    'badRequest.password_common',
    'badRequest.code.invalid',
  ],
});

export const deskLogOut = endpoint({
  base: 'desk',
  method: 'POST',
  path: '/logout',
  summary: 'Ends the operator’s session at once',
  access: 'anyone',
  input: z.object({}),
  output: done,
  errors: [],
});

const everyRole = { access: 'operator', roles: operatorRoles } as const;

export const readDeskAccount = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/account',
  summary: 'Returns the logged-in operator',
  ...everyRole,
  input: z.object({}),
  output: deskAccountSchema,
  errors: [],
});

export const listDeskSessions = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/sessions',
  summary: 'Returns the open sessions of the operator, last used first',
  ...everyRole,
  input: z.object({}),
  output: z.object({ result: z.array(sessionSchema) }),
  errors: [],
});

export const endDeskSession = endpoint({
  base: 'desk',
  method: 'DELETE',
  path: '/sessions/{session}',
  summary: 'Ends one session of the operator; succeeds if it does not exist',
  ...everyRole,
  input: z.object({ session: z.uuid() }),
  output: done,
  errors: [],
});

export const endOtherDeskSessions = endpoint({
  base: 'desk',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends every session of the operator except the current one',
  ...everyRole,
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  errors: [],
});

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
