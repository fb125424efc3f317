import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailSchema, OLD_PASSWORD_MAX, passwordPolicies } from './credentials.ts';

/** Languages the house writes in. */
export const languages = ['nl', 'en'] as const;
export type Language = (typeof languages)[number];

/** The language of the mail a call sends; filled from the `x-lang` header. An unknown one is the default. */
const lang = z.enum(languages).default('nl').catch('nl');

/** An act that has nothing to say but that it was done. */
const done = z.literal(true);

/** A new password; which rule it has to keep is the server's setting, so the verb judges it. */
const newPassword = z.string().min(1).max(OLD_PASSWORD_MAX);
const oldPassword = z.string().min(1).max(OLD_PASSWORD_MAX);

/** The secret part of a mail link. */
const linkToken = z.string().trim().min(1).max(256);

export const META_MAX_KEYS = 20;
const meta = z
  .record(z.string().max(64), z.string().max(256))
  .refine((values) => Object.keys(values).length <= META_MAX_KEYS);

export const register = endpoint({
  base: 'member',
  method: 'POST',
  path: '/member',
  summary: 'Registers an e-mail address and sends the activation mail',
  access: 'anyone',
  input: z.object({
    email: emailSchema,
    password: newPassword,
    /** Affiliate and route values of the page (specification: basic route values). */
    meta: meta.optional(),
    /** Whether the terms were accepted in the form; the moment is kept. */
    terms: z.boolean().optional(),
    lang,
  }),
  output: done,
  errors: ['badRequest.email_exists', 'badRequest.password_common'],
});

export const readPasswordPolicy = endpoint({
  base: 'member',
  method: 'GET',
  path: '/password-policy',
  summary: 'The rule a new password has to keep here',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ policy: z.enum(passwordPolicies) }),
  errors: [],
});

export const logIn = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login',
  summary: 'Opens a session: answers its token and sets it as a cookie',
  access: 'anyone',
  input: z.object({ username: emailSchema, password: oldPassword }),
  output: z.object({ token: z.string() }),
  errors: [
    'badRequest.login.notExists',
    'badRequest.login.deleted',
    'badRequest.incorrectPassword',
    'badRequest.invalid.login',
  ],
});

export const logInWithLink = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login/token',
  summary: 'Opens a session with the token of a reset mail, once; it then stands in for the old password',
  access: 'anyone',
  input: z.object({ token: linkToken }),
  output: z.object({ token: z.string() }),
  errors: ['badRequest.link.used', 'badRequest.link.expired'],
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
  summary: 'Sends the activation mail again while the address is unverified',
  access: 'member',
  input: z.object({ lang }),
  output: done,
  errors: [],
});

export const activate = endpoint({
  base: 'member',
  method: 'POST',
  path: '/activate',
  summary: 'Verifies the e-mail address with the key of the activation mail and grants the welcome credits',
  access: 'anyone',
  input: z.object({ key: linkToken, fingerprint: z.string().max(128).optional() }),
  /** Credits granted now: 0 where this address had its welcome before. */
  output: z.object({ credits: z.number().int() }),
  errors: ['badRequest.link.used', 'badRequest.link.expired'],
});

export const forgotPassword = endpoint({
  base: 'member',
  method: 'POST',
  path: '/forgot-password',
  summary: 'Sends a reset mail if the account exists; the answer never tells',
  access: 'anyone',
  input: z
    .object({
      email: z.string().trim().max(254).optional(),
      username: z.string().trim().max(64).optional(),
      lang,
    })
    .refine(({ email, username }) => Boolean(email) !== Boolean(username), { path: ['username'] }),
  output: done,
  errors: [],
});

export const changePassword = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/member',
  summary:
    'Sets a new password and ends every other session; after a reset link its token is the old password',
  access: 'member',
  input: z
    .object({ password: oldPassword, newPassword, repeatNewPassword: z.string().max(OLD_PASSWORD_MAX) })
    .refine((form) => form.newPassword === form.repeatNewPassword, { path: ['repeatNewPassword'] })
    .refine((form) => form.newPassword !== form.password, { path: ['newPassword'] }),
  output: done,
  errors: ['badRequest.incorrectPassword', 'badRequest.password_common'],
});

export const deleteMember = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/member',
  summary: 'Ends every session and takes name, address and password out of the account for good',
  access: 'member',
  input: z.object({}),
  output: done,
  errors: [],
});

export const memberSchema = z.object({
  username: z.string(),
  /** The username as a name at the start of a sentence. */
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
  summary: 'Who is logged in',
  access: 'member',
  input: z.object({}),
  output: memberSchema,
  errors: [],
});

export const changeUsername = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-username',
  summary: 'Chooses the name other people see; answers a new token of the same session',
  access: 'member',
  input: z.object({ username: z.string().trim().max(64) }),
  output: z.object({ token: z.string() }),
  errors: ['badRequest.username_exists', 'badRequest.forbiddenWords'],
});

export const SUGGESTION_LIMIT = 5;
export const SUGGESTION_MAX_LENGTH = 32;

export const suggestUsernames = endpoint({
  base: 'member',
  method: 'GET',
  path: '/username/suggestions',
  summary: 'Free usernames that resemble one',
  access: 'member',
  input: z.object({
    username: z.string().trim().max(254).default(''),
    limit: z.coerce.number().int().min(1).max(20).default(SUGGESTION_LIMIT),
    maxLength: z.coerce.number().int().min(4).max(SUGGESTION_MAX_LENGTH).default(SUGGESTION_MAX_LENGTH),
  }),
  output: z.object({ suggestions: z.array(z.string()) }),
  errors: [],
});
