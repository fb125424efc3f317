import { atom } from 'nanostores';
import type { Locale } from '#contract/locales.ts';
import {
  cancelEmailChange as cancelCall,
  changeEmail as changeEmailCall,
  isRepeatOf,
  refuseNewEmail,
} from '#contract/member/settings/email-calls.ts';
import { changePassword as changePasswordCall } from '#contract/member/settings/password-calls.ts';
import {
  changeLanguage as changeLanguageCall,
  chooseMails as chooseMailsCall,
  type MailKind,
  showAsTipper as showAsTipperCall,
} from '#contract/member/settings/settings-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import type { MessageKey } from '../../site/i18n.ts';
import {
  $passwordPolicy,
  fieldErrors,
  type NewPasswordValues,
  newPasswordRules,
} from '../account/entry-rules.ts';

/** The new address, not confirmed yet; null without a new address. */
export const $pendingEmail = atom<string | null>(null);

interface EmailValues extends Record<string, string> {
  email: string;
  repeatEmail: string;
  password: string;
  /** The current address. */
  current: string;
}

type Refusal = Exclude<ReturnType<typeof refuseNewEmail>, null>;
const texts: Readonly<Record<Refusal, MessageKey>> = {
  required: 'member.registration.error.email_required',
  invalid: 'member.registration.error.email_invalid',
  same: 'settings.email.same',
};

export const emailForm = createForm<'email' | 'repeatEmail' | 'password', EmailValues>({
  check({ email, repeatEmail, password, current }) {
    const refused = refuseNewEmail(email, current);
    return fieldErrors({
      email: refused && texts[refused],
      repeatEmail: isRepeatOf(repeatEmail, email) ? null : 'settings.email.notEqual',
      password: password === '' ? 'member.registration.error.password_required' : null,
    });
  },
  async send({ email, repeatEmail, password }) {
    await call(changeEmailCall, { email: email.trim(), repeatEmail: repeatEmail.trim(), password });
    $pendingEmail.set(email.trim());
  },
  labels: {
    'badRequest.incorrectPassword': { field: 'password' },
    'badRequest.invalid.input': { field: 'email', message: 'member.registration.error.email_invalid' },
  },
});

/** Throws AppError with the server's label. */
export async function cancelEmailChange(): Promise<void> {
  await call(cancelCall, {});
  $pendingEmail.set(null);
}

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

/** Throws AppError with the server's label. */
export const changeLanguage = (language: Locale): Promise<unknown> => call(changeLanguageCall, { language });

/** Throws AppError with the server's label. */
export const chooseMail = (kind: MailKind, isWanted: boolean): Promise<unknown> =>
  call(chooseMailsCall, { mails: { [kind]: isWanted } });

/** Throws AppError with the server's label. */
export const showAsTipper = (isShown: boolean): Promise<unknown> => call(showAsTipperCall, { isShown });
