import { changePassword as changePasswordCall } from '#contract/member/password-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { type NewPasswordValues, newPasswordRules } from '../account/entry-rules.ts';
import { $passwordPolicy } from '../account/password-policy.ts';

export const passwordForm = createForm<keyof NewPasswordValues & string, NewPasswordValues>({
  ...newPasswordRules(() => $passwordPolicy.get()),
  async send({ password, newPassword, repeatNewPassword }) {
    await call(changePasswordCall, {
      password,
      newPassword: newPassword.trim(),
      repeatNewPassword: repeatNewPassword.trim(),
    });
  },
});
