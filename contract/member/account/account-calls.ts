import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, mailLang, metaValues, rowId, textId } from '../../fields.ts';
import { sitePageSchema } from '../../site/site-path.ts';
import { emailSchema, newPasswordField, oldPasswordField } from './credentials.ts';

/** Secret in a mail's link. */
export const linkTokenField = z.string().check(z.trim(), z.minLength(1), z.maxLength(256));

export const META_MAX_KEYS = 20;
const meta = metaValues.check(z.refine((values) => Object.keys(values).length <= META_MAX_KEYS));

export const register = endpoint({
  base: 'member',
  method: 'POST',
  path: '/member',
  summary:
    'Registers an e-mail address and sends the activation mail; with LOGIN_LABELS=generic the response is the same for a registered address, whose member gets a mail',
  access: 'anyone',
  input: z.object({
    email: emailSchema,
    password: newPasswordField,
    /** Affiliate and route values of the page (specification: basic route values). */
    meta: z.optional(meta),
    /** The form's checkbox: 18 or older, and accepts the terms. Must be true; counts as true if missing. */
    terms: z.optional(z.boolean().check(z.refine((ticked) => ticked))),
    /** The visitor's page, as path and query; links in activation mails lead back to it. */
    from: z.optional(sitePageSchema),
    lang: mailLang,
  }),
  output: done,
  errors: ['badRequest.email_exists', 'badRequest.password_common'],
});

export const logIn = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login',
  summary: 'Opens a session, returns its token and sets it as a cookie',
  access: 'anyone',
  input: z.object({ username: emailSchema, password: oldPasswordField }),
  output: z.object({ token: z.string() }),
  errors: [
    'badRequest.login.notExists',
    'badRequest.login.deleted',
    'badRequest.login.blocked',
    'badRequest.incorrectPassword',
    'badRequest.invalid.login',
  ],
});

/** The specification's name for socket clients: the connection belongs to the member from then on. */
export const authLogIn = endpoint({
  ...logIn,
  path: '/auth/login',
  summary:
    'Opens a session for a socket: also returns the member’s id, and the connection is the member’s from then on',
  output: z.object({ token: z.string(), memberId: rowId }),
});

export const logInWithLink = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login/token',
  summary:
    'Opens a session with the one-time token of a reset mail; in this session the token replaces the old password',
  access: 'anyone',
  input: z.object({ token: linkTokenField }),
  output: z.object({ token: z.string() }),
  errors: ['badRequest.link.used', 'badRequest.link.expired', 'badRequest.login.blocked'],
});

export const logOut = endpoint({
  base: 'member',
  method: 'POST',
  path: '/logout',
  summary: 'Ends the caller’s session at once, on every socket',
  access: 'anyone',
  input: z.object({}),
  output: done,
  errors: [],
});

export const resendActivation = endpoint({
  base: 'member',
  method: 'POST',
  path: '/resend-activation',
  summary:
    'Sends the activation mail again to an unverified caller or e-mail address, or to a caller whose address was refused; for an address the response is always the same',
  access: 'anyone',
  input: z.object({ email: z.optional(emailSchema) }),
  output: done,
  errors: [],
});

export const activate = endpoint({
  base: 'member',
  method: 'POST',
  path: '/activate',
  summary: 'Verifies the e-mail address with the key of the activation mail and grants the welcome credits',
  access: 'anyone',
  input: z.object({ key: linkTokenField, fingerprint: z.optional(textId(128)) }),
  output: z.object({
    /** Granted now. */
    credits: z.int(),
    /** The mailbox has had its welcome credits with another account. */
    hadCredits: z.boolean(),
  }),
  errors: ['badRequest.link.used', 'badRequest.link.expired'],
});

/** Days between the request to delete an account and its erasure; logging in before then keeps the account. */
export const DELETION_DAYS = 14;

/** Download of a member's own data as a ZIP. Not a call, because the response is a file. */
export const PERSONAL_DATA_PATH = '/api/member/data';

export const deleteMember = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/member',
  summary:
    'Ends every session and schedules the erasure of the account in 14 days; a login before then cancels it',
  access: 'member',
  input: z.object({}),
  output: done,
  errors: [],
});

export const memberSchema = z.object({
  username: z.string(),
  capName: z.string(),
  email: z.string(),
  credits: z.int(),
  lander: z.string(),
  endUserText: z.string(),
  verified: z.boolean(),
  /** Mail servers say that the address does not exist. */
  emailRefused: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const readBasicInfo = endpoint({
  base: 'member',
  method: 'GET',
  path: '/basic-info',
  summary: 'Returns the logged-in member',
  access: 'member',
  input: z.object({}),
  output: memberSchema,
  errors: [],
});
