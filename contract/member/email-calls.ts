import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, mailLang } from '../fields.ts';
import { linkTokenField } from './account-calls.ts';
import { emailSchema, oldPasswordField } from './credentials.ts';
import { isRepeatOf } from './emails.ts';

/** Seconds in which a new address can be confirmed. */
export const CONFIRM_EMAIL_SECONDS = 24 * 3600;
/** Seconds in which the address before can be gone back to. */
export const UNDO_EMAIL_SECONDS = 7 * 24 * 3600;

export const changeEmail = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-email',
  summary:
    'Sends a link to a new e-mail address, which counts when it is followed; the answer is the same for any address',
  access: 'member',
  input: z
    .object({
      email: emailSchema,
      repeatEmail: z.string().trim().max(254),
      password: oldPasswordField,
      lang: mailLang,
    })
    .refine((form) => isRepeatOf(form.repeatEmail, form.email), { path: ['repeatEmail'] }),
  output: done,
  errors: ['badRequest.incorrectPassword', 'badRequest.emailChange.tooMany'],
});

export const cancelEmailChange = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/change-email',
  summary: 'Forgets the new address that is not confirmed yet',
  access: 'member',
  input: z.object({}),
  output: done,
  errors: [],
});

const linkErrors = ['badRequest.link.used', 'badRequest.link.expired'] as const;

export const confirmEmail = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-email/confirm',
  summary: 'Makes a new address count, with the key of its mail; the one before is told',
  access: 'anyone',
  input: z.object({ key: linkTokenField }),
  /** Credits granted, when the address before had never been verified. */
  output: z.object({ email: z.string(), credits: z.number().int() }),
  errors: [...linkErrors],
});

export const undoEmail = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-email/undo',
  summary: 'Goes back to the address before, with the key of its mail; ends every session and the password',
  access: 'anyone',
  input: z.object({ key: linkTokenField, lang: mailLang }),
  output: done,
  errors: [...linkErrors],
});
