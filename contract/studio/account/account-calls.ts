import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment } from '../../fields.ts';
import { linkTokenField } from '../../member/account/account-calls.ts';
import { isSamePassword, newPasswordField, oldPasswordField } from '../../member/account/credentials.ts';
import { sessionSchema } from '../../member/settings/security-calls.ts';
import { onlineStatusSchema } from '../../performers/status.ts';

import { factorErrors } from './factor-calls.ts';

/** Why a performer's login was ended: by herself, from another browser, with a new password, by the operator or by mail. */
export const sessionEnds = ['self', 'elsewhere', 'password', 'operator', 'undone'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** Hours for which a one-time link is valid. */
export const STUDIO_LINK_HOURS = 72;

/** Whether the login leads to the page of the second factor: she has not been asked, or the operator requires one. */
export const offersFactor = z.boolean();

const studioAccountSchema = z.object({
  username: z.string(),
  onlineStatus: onlineStatusSchema,
  /** Private messages that she has not read; 0 without a messenger. */
  unread: z.int(),
  /** Decisions about her, and about her reports, that no log-in has shown yet. */
  statements: z.int(),
  /** The operator requires a second factor, which this login has not given: only its page opens. */
  lacksFactor: z.boolean(),
});
export type StudioAccount = z.infer<typeof studioAccountSchema>;

export const readStudioAccount = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/account',
  summary: 'Returns the logged-in performer, her status and how many private messages she has not read',
  access: 'performer',
  beforeFactor: true,
  input: z.object({}),
  output: studioAccountSchema,
  errors: [],
});

const endedLoginSchema = z.object({
  why: z.enum([...sessionEnds, 'expired']),
  at: moment,
  /** Whether she was live when it ended. */
  wasLive: z.boolean(),
  /** Whether she is shown as live now, and whether a picture arrives. */
  isLive: z.boolean(),
  receiving: z.boolean(),
});
export type EndedLogin = z.output<typeof endedLoginSchema>;

export const readEndedLogin = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/login/ended',
  summary: 'Returns how the login of this browser ended; null if it is open, unknown, or was ended here',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ ended: z.nullable(endedLoginSchema) }),
  errors: [],
});

export const checkStudioLink = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/link/check',
  summary: 'Returns the performer of a one-time link without using it up',
  access: 'anyone',
  input: z.object({ key: linkTokenField }),
  output: z.object({ username: z.string() }),
  errors: ['badRequest.link.used', 'badRequest.link.expired'],
});

export const redeemStudioLink = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/link',
  summary: 'Sets a performer’s password with a one-time link, ends her other sessions and opens one',
  access: 'anyone',
  input: z.object({ key: linkTokenField, newPassword: newPasswordField }),
  output: z.object({ token: z.string(), offersFactor }),
  errors: ['badRequest.link.used', 'badRequest.link.expired', 'badRequest.password_common'],
});

/** Days for which the mail about a new browser can undo its login. */
export const UNDO_DAYS = 7;

export const undoStudioLogin = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/login/undo',
  summary:
    'Undoes a login that was not the performer’s, with the key of its mail: ends every session, revokes password and encoder’s key, and removes second factors added since',
  access: 'anyone',
  input: z.object({ key: linkTokenField }),
  output: z.object({
    /** Of the one-time link to choose a new password. */
    key: z.string(),
  }),
  errors: ['badRequest.link.used', 'badRequest.link.expired'],
});

export const changeStudioPassword = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/password',
  summary: 'Sets a new password for the performer and ends her other sessions; her encoder’s key stays valid',
  access: 'performer',
  input: z
    .object({ password: oldPasswordField, newPassword: newPasswordField })
    .check(z.refine((form) => !isSamePassword(form.newPassword, form.password), { path: ['newPassword'] })),
  output: done,
  errors: ['badRequest.incorrectPassword', 'badRequest.password_common', ...factorErrors],
});

export const listStudioSessions = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/sessions',
  summary: 'Returns the open sessions of the performer, last used first',
  access: 'performer',
  input: z.object({}),
  output: z.object({ result: z.array(sessionSchema) }),
  errors: [],
});

export const endStudioSession = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/sessions/{session}',
  summary: 'Ends one session of the performer; succeeds if it does not exist',
  access: 'performer',
  input: z.object({ session: z.uuid() }),
  output: done,
  errors: [],
});

export const endOtherStudioSessions = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends every session of the performer except the current one',
  access: 'performer',
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  errors: [],
});

export const studioLogOut = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/logout',
  summary: 'Ends the performer’s session at once',
  access: 'anyone',
  input: z.object({}),
  output: done,
  errors: [],
});
