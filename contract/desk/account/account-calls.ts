import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment } from '../../fields.ts';
import { seenField, versionOf } from '../../form-version.ts';
import { defaultLocale, locales } from '../../locales.ts';
import { linkTokenField } from '../../member/account/account-calls.ts';
import {
  codeField,
  EMAIL_MAX,
  emailSchema,
  foldPassword,
  newPasswordField,
  OLD_PASSWORD_MAX,
} from '../../member/account/credentials.ts';
import { sessionSchema } from '../../member/settings/security-calls.ts';
import { routes } from '../../site/routes.ts';
import { describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';
import { type OperatorRole, operatorRoleSchema, operatorRoles } from '../roles.ts';
import { freshErrors } from './confirm-calls.ts';

/** Hours for which a one-time link is valid. */
export const DESK_LINK_HOURS = 24;

/** Characters of an operator's password at least, whatever the policy for members. */
export const DESK_PASSWORD_MIN = 12;

/** Why a new password of an operator is refused besides the policy, or null. */
export const refuseDeskPassword = (password: string): 'short' | null =>
  [...foldPassword(password)].length < DESK_PASSWORD_MIN ? 'short' : null;

const deskAccountSchema = z.object({
  name: z.string(),
  role: operatorRoleSchema,
  /** When the session ends, whatever happens meanwhile. */
  until: moment,
  /** The password is shorter than a new one may be. */
  hasShortPassword: z.boolean(),
  /** The operator was away: nothing but a passkey or code goes on. */
  isLocked: z.boolean(),
  /** Seconds without a use after which the desk locks itself. */
  idleSeconds: z.int(),
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
  errors: ['badRequest.invalid.login', 'badRequest.code.clock'],
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
    'badRequest.code.clock',
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
  whileLocked: true,
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

const operatorName = z.string().check(z.minLength(1), z.maxLength(31));

const owners = { base: 'desk', access: 'operator', roles: ['owner'] } as const;

export const operatorStates = ['invited', 'active', 'disabled'] as const;

/** Names of operators are in the log for good, so nobody gets one that was ever used. */
export const operatorNamePattern = /^[a-z][a-z0-9-]{1,30}$/;

interface SeenOperator {
  readonly role: OperatorRole;
  readonly state: (typeof operatorStates)[number];
}

/** What an owner has seen of a colleague; a change is refused if it is no longer so. */
export const operatorVersion = ({ role, state }: SeenOperator): string => versionOf([role, state]);

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
  /** Sent back with a change. */
  version: z.string(),
});
type SeenColleague = z.infer<typeof operatorSchema>;

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
  input: z.object({ name: operatorName, reason: reasonField }),
  output: z.object({ ended: z.int() }),
  errors: ['badRequest.notFound'],
});

export const addOperator = endpoint({
  ...owners,
  method: 'POST',
  path: '/operators',
  summary: 'Adds an operator and mails a one-time link to set up the access',
  input: z.object({
    name: z.string().check(z.trim(), z.toLowerCase(), z.regex(operatorNamePattern)),
    email: emailSchema,
    role: operatorRoleSchema,
    /** Of mails to the operator. */
    language: z._default(z.enum(locales), defaultLocale),
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.username_exists', 'badRequest.email_exists', ...freshErrors],
});

export const setOperatorRole = endpoint({
  ...owners,
  method: 'PUT',
  path: '/operators/{name}/role',
  summary: 'Changes what an operator may do, at once and in open sessions',
  input: z.object({ name: operatorName, role: operatorRoleSchema, version: seenField, reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed', 'badRequest.operator.lastOwner', ...freshErrors],
});

export const sendOperatorLink = endpoint({
  ...owners,
  method: 'POST',
  path: '/operators/{name}/link',
  summary: 'Mails an operator a new one-time link; the present access works until it is used',
  input: z.object({ name: operatorName, reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', ...freshErrors],
});

export const disableOperator = endpoint({
  ...owners,
  method: 'POST',
  path: '/operators/{name}/disable',
  summary: 'Takes away an operator’s access for good and ends every session',
  input: z.object({ name: operatorName, version: seenField, reason: reasonField }),
  output: z.object({ ended: z.int() }),
  errors: ['badRequest.notFound', 'badRequest.form.changed', 'badRequest.operator.lastOwner'],
});

const colleague = describeAct<SeenColleague>();
const hasAccess = ({ state }: SeenColleague): boolean => state !== 'disabled';
const known = { operand: 'name', when: hasAccess } as const;
const named = [{ name: 'name', kind: 'name' }] as const;
const gone = { 'badRequest.notFound': 'gone' } as const;
const changed = {
  ...gone,
  'badRequest.form.changed': 'changed',
  'badRequest.operator.lastOwner': 'lastOwner',
} as const;

export const operatorSection: Section = {
  path: routes.deskOperators,
  texts: 'desk.operators',
  title: 'desk.nav.operators',
  filters: {},
  narrow: true,
  lists: [
    describeList({
      name: 'operators',
      call: listOperators,
      rows: 'result',
      key: 'name',
      words: 'operators list',
      columns: [
        { name: 'name', kind: 'name', title: true },
        { name: 'role', kind: 'state', states: 'desk.role' },
        { name: 'state', kind: 'state' },
        { name: 'email', kind: 'text' },
        { name: 'sessions', kind: 'count' },
        { name: 'lastSeenAt', kind: 'moment' },
      ],
      acts: [
        colleague({
          name: 'add',
          call: addOperator,
          words: 'operators add',
          operand: 'name',
          asks: ['name', 'email', 'role', 'language'],
          audit: 'operator.added',
          labels: { 'badRequest.username_exists': 'nameUsed', 'badRequest.email_exists': 'emailUsed' },
          makes: true,
          needs: 'desk',
          version: 'none',
          because: 'it makes something new',
        }),
        colleague({
          ...known,
          name: 'setRole',
          call: setOperatorRole,
          words: 'operators role',
          asks: ['role'],
          audit: 'operator.role-set',
          labels: changed,
        }),
        colleague({
          ...known,
          name: 'link',
          call: sendOperatorLink,
          words: 'operators link',
          audit: 'operator.link-sent',
          values: [{ name: 'email', kind: 'text' }],
          labels: gone,
          needs: 'desk',
          version: 'none',
          because: 'the present access works until the link is used',
        }),
        colleague({
          ...known,
          name: 'end',
          call: endOperatorSessions,
          words: 'operators log-out',
          audit: 'operator.sessions-ended',
          when: ({ sessions }) => sessions > 0,
          values: named,
          labels: gone,
          danger: true,
          version: 'none',
          because: 'it ends what is open now, whatever else has changed',
        }),
        colleague({
          ...known,
          name: 'disable',
          call: disableOperator,
          words: 'operators disable',
          audit: 'operator.disabled',
          values: named,
          labels: changed,
          danger: true,
        }),
      ],
    }),
  ],
};
