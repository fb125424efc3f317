import { isSamePassword } from '#contract/member/credentials.ts';
import { changePassword as changePasswordCall } from '#contract/member/password-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { fieldErrors, passwordErrorKey } from '../account/field-errors.ts';
import { $passwordPolicy } from '../password/password-policy.ts';

export interface PasswordValues extends Record<string, string> {
  /** The old one. */
  password: string;
  newPassword: string;
  repeatNewPassword: string;
}

export const passwordForm = createForm<keyof PasswordValues & string, PasswordValues>({
  check: ({ password, newPassword, repeatNewPassword }) =>
    fieldErrors({
      password: password === '' ? 'settings.password.oldRequired' : null,
      newPassword:
        passwordErrorKey(newPassword.trim(), $passwordPolicy.get()) ??
        (isSamePassword(newPassword.trim(), password) ? 'settings.password.same' : null),
      repeatNewPassword: isSamePassword(repeatNewPassword.trim(), newPassword.trim())
        ? null
        : 'member.reset.notEqual',
    }),
  async send({ password, newPassword, repeatNewPassword }) {
    await call(changePasswordCall, {
      password,
      newPassword: newPassword.trim(),
      repeatNewPassword: repeatNewPassword.trim(),
    });
  },
  labels: {
    'badRequest.incorrectPassword': { field: 'password', message: 'settings.password.wrongOld' },
    'badRequest.password_common': {
      field: 'newPassword',
      message: 'member.registration.error.password_common',
    },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
  fallback: 'settings.password.failed',
});
