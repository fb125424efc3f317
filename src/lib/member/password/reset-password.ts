import { labelOf } from '#contract/errors.ts';
import { changePassword as changePasswordCall } from '#contract/member/password-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { openModal } from '../../shell/modal.ts';
import { fieldErrors, passwordErrorKey } from '../account/field-errors.ts';
import { logInWithLink } from '../account/log-in-with-link.ts';
import { $session } from '../account/store.ts';
import { $passwordPolicy } from './password-policy.ts';

/** The link works once: it opens a session and the form for a new password. */
export async function openReset(token: string): Promise<void> {
  try {
    await logInWithLink(token);
    openModal({ type: 'ResetPassword', token });
  } catch (error) {
    const used = labelOf(error) === 'badRequest.link.used';
    openModal({ type: 'ForgotPassword', link: used ? 'used' : 'expired' });
  }
}

/** For a login link; an unverified member is shown how to verify. */
export async function openWithToken(token: string): Promise<void> {
  try {
    await logInWithLink(token);
    const session = $session.get();
    if (session.status !== 'member' || session.verified) return;
    openModal({ type: 'RegistrationConfirmation', email: session.email });
  } catch {
    openModal({ type: 'Login' });
  }
}

export interface ResetValues {
  newPassword: string;
  repeatNewPassword: string;
  /** Of the link; replaces the old password. */
  token: string;
}

export type ResetField = 'newPassword' | 'repeatNewPassword';

export async function changePassword({ newPassword, repeatNewPassword, token }: ResetValues): Promise<void> {
  await call(changePasswordCall, {
    password: token,
    newPassword: newPassword.trim(),
    repeatNewPassword: repeatNewPassword.trim(),
  });
}

export const resetForm = createForm<ResetField, ResetValues>({
  check: ({ newPassword, repeatNewPassword }) =>
    fieldErrors({
      newPassword: passwordErrorKey(newPassword.trim(), $passwordPolicy.get()),
      repeatNewPassword: repeatNewPassword.trim() === newPassword.trim() ? null : 'member.reset.notEqual',
    }),
  send: (values) => changePassword(values),
  labels: {
    'badRequest.incorrectPassword': { message: 'member.link.expired' },
    'badRequest.password_common': {
      field: 'newPassword',
      message: 'member.registration.error.password_common',
    },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
});
