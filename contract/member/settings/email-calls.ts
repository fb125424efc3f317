import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done } from '../../fields.ts';
import { linkTokenField } from '../account/account-calls.ts';
import { emailSchema, foldEmail, oldPasswordField, refuseEmail } from '../account/credentials.ts';

/** Seconds in which a new address can be confirmed. */
export const CONFIRM_EMAIL_SECONDS = 24 * 3600;
/** Seconds in which the change can be undone from the old address. */
export const UNDO_EMAIL_SECONDS = 7 * 24 * 3600;

/** Why an address can't become the new one (platform spec 5), or null. */
export function refuseNewEmail(email: string, current: string): 'required' | 'invalid' | 'same' | null {
  const refused = refuseEmail(email);
  if (refused) return refused === 'registration.error.email_required' ? 'required' : 'invalid';
  return foldEmail(email) === foldEmail(current) ? 'same' : null;
}

export const isRepeatOf = (repeated: string, email: string): boolean =>
  foldEmail(repeated) === foldEmail(email);

export const changeEmail = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-email',
  summary:
    'Sends a link that confirms the new e-mail address; the response does not reveal whether it is in use',
  access: 'member',
  input: z
    .object({
      email: emailSchema,
      repeatEmail: z.string().check(z.trim(), z.maxLength(254)),
      password: oldPasswordField,
    })
    .check(z.refine((form) => isRepeatOf(form.repeatEmail, form.email), { path: ['repeatEmail'] })),
  output: done,
  errors: ['badRequest.incorrectPassword', 'badRequest.emailChange.tooMany'],
});

export const cancelEmailChange = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/change-email',
  summary: 'Cancels the pending change of the e-mail address',
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
  summary:
    'Confirms the new e-mail address with the key of its mail; a verified old address gets a mail that can undo it',
  access: 'anyone',
  input: z.object({ key: linkTokenField }),
  output: z.object({
    email: z.string(),
    /** Granted if the old address was never verified; else 0. */
    credits: z.int(),
    /** The mailbox has had its welcome credits with another account. */
    hadCredits: z.boolean(),
  }),
  errors: [...linkErrors],
});

export const undoEmail = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-email/undo',
  summary:
    'Restores the old e-mail address with the key of its mail, ends every session and removes password and passkeys',
  access: 'anyone',
  input: z.object({ key: linkTokenField }),
  output: done,
  errors: [...linkErrors],
});
