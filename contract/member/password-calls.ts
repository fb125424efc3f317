import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, mailLang } from '../fields.ts';
import { sitePageSchema } from '../site/site-path.ts';
import {
  isSamePassword,
  newPasswordField,
  OLD_PASSWORD_MAX,
  oldPasswordField,
  passwordPolicies,
} from './credentials.ts';

export const readPasswordPolicy = endpoint({
  base: 'member',
  method: 'GET',
  path: '/password-policy',
  summary: 'The password policy for new passwords',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ policy: z.enum(passwordPolicies) }),
  errors: [],
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
      /** Where the visitor is, as path and query; the link of the mail leads back there. */
      from: sitePageSchema.optional(),
      lang: mailLang,
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
    .object({
      password: oldPasswordField,
      newPassword: newPasswordField,
      repeatNewPassword: z.string().max(OLD_PASSWORD_MAX),
    })
    .refine((form) => isSamePassword(form.newPassword, form.repeatNewPassword), {
      path: ['repeatNewPassword'],
    })
    .refine((form) => !isSamePassword(form.newPassword, form.password), { path: ['newPassword'] }),
  output: done,
  errors: ['badRequest.incorrectPassword', 'badRequest.password_common'],
});
