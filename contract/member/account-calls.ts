import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, mailLang, metaValues, rowId, textId } from '../fields.ts';
import { sitePageSchema } from '../site/site-path.ts';
import { emailSchema, newPasswordField, oldPasswordField } from './credentials.ts';

/** Secret of a mail link. */
export const linkTokenField = z.string().trim().min(1).max(256);

export const META_MAX_KEYS = 20;
const meta = metaValues.refine((values) => Object.keys(values).length <= META_MAX_KEYS);

export const register = endpoint({
  base: 'member',
  method: 'POST',
  path: '/member',
  summary:
    'Registers an e-mail address and sends the activation mail; under LOGIN_LABELS=generic the answer is the same for one that is taken, whose holder gets a mail',
  access: 'anyone',
  input: z.object({
    email: emailSchema,
    password: newPasswordField,
    /** Affiliate and route values of the page (specification: basic route values). */
    meta: meta.optional(),
    /** The tick of the form: 18 or older, and accepts the terms. Refused unless true; left out by clients without one. */
    terms: z
      .boolean()
      .refine((ticked) => ticked)
      .optional(),
    /** Where the visitor is, as path and query; the links of activation mails lead back there. */
    from: sitePageSchema.optional(),
    lang: mailLang,
  }),
  output: done,
  errors: ['badRequest.email_exists', 'badRequest.password_common'],
});

export const logIn = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login',
  summary: 'Opens a session: returns its token and sets it as a cookie',
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

/** The name of the specification for clients of the socket, whose connection is the member's from then on. */
export const authLogIn = endpoint({
  ...logIn,
  path: '/auth/login',
  summary:
    'The same for a socket: returns the member’s id, too, and the connection is the member’s from then on',
  output: z.object({ token: z.string(), memberId: rowId }),
});

export const logInWithLink = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login/token',
  summary: 'Opens a session with the token of a reset mail, once; the token then replaces the old password',
  access: 'anyone',
  input: z.object({ token: linkTokenField }),
  output: z.object({ token: z.string() }),
  errors: ['badRequest.link.used', 'badRequest.link.expired', 'badRequest.login.blocked'],
});

export const logOut = endpoint({
  base: 'member',
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session at once, on every socket',
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
    'Sends the activation mail again while the e-mail address is unverified: the caller’s, or one that is named; the answer about that is the same for any',
  access: 'anyone',
  input: z.object({ email: emailSchema.optional(), lang: mailLang }),
  output: done,
  errors: [],
});

export const activate = endpoint({
  base: 'member',
  method: 'POST',
  path: '/activate',
  summary: 'Verifies the e-mail address with the key of the activation mail and grants the welcome credits',
  access: 'anyone',
  input: z.object({ key: linkTokenField, fingerprint: textId(128).optional() }),
  /** Credits granted; 0 when this e-mail address was welcomed before. */
  output: z.object({ credits: z.number().int() }),
  errors: ['badRequest.link.used', 'badRequest.link.expired'],
});

export const deleteMember = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/member',
  summary: 'Ends every session; the account is erased after 14 days, unless its member logs in before',
  access: 'member',
  input: z.object({}),
  output: done,
  errors: [],
});

export const memberSchema = z.object({
  username: z.string(),
  capName: z.string(),
  email: z.string(),
  credits: z.number().int(),
  lander: z.string(),
  endUserText: z.string(),
  verified: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const readBasicInfo = endpoint({
  base: 'member',
  method: 'GET',
  path: '/basic-info',
  summary: 'The member who is logged in',
  access: 'member',
  input: z.object({}),
  output: memberSchema,
  errors: [],
});
