import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done } from '../../fields.ts';
import { sitePageSchema } from '../../site/site-path.ts';
import {
  isSamePassword,
  newPasswordField,
  OLD_PASSWORD_MAX,
  oldPasswordField,
  passwordPolicies,
} from '../account/credentials.ts';

export const readPasswordPolicy = endpoint({
  base: 'member',
  method: 'GET',
  path: '/password-policy',
  summary: 'Returns the policy for new passwords',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ policy: z.enum(passwordPolicies) }),
  errors: [],
});

export const forgotPassword = endpoint({
  base: 'member',
  method: 'POST',
  path: '/forgot-password',
  summary: 'Sends a reset mail if the account exists; the response is the same if it does not',
  access: 'anyone',
  input: z
    .object({
      email: z.optional(z.string().check(z.trim(), z.maxLength(254))),
      username: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      /** The visitor's page, as path and query; the mail's link leads back to it. */
      from: z.optional(sitePageSchema),
    })
    .check(z.refine(({ email, username }) => Boolean(email) !== Boolean(username), { path: ['username'] })),
  output: done,
  errors: [],
});

export const changePassword = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/member',
  summary:
    'Sets a new password and ends every other session; in a session opened by a reset link, its token is the old password',
  access: 'member',
  input: z
    .object({
      password: oldPasswordField,
      newPassword: newPasswordField,
      repeatNewPassword: z.string().check(z.maxLength(OLD_PASSWORD_MAX)),
    })
    .check(
      z.refine((form) => isSamePassword(form.newPassword, form.repeatNewPassword), {
        path: ['repeatNewPassword'],
      }),
      z.refine((form) => !isSamePassword(form.newPassword, form.password), { path: ['newPassword'] }),
    ),
  output: done,
  errors: ['badRequest.incorrectPassword', 'badRequest.password_common'],
});
