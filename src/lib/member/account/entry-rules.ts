import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import {
  type CredentialError,
  isSamePassword,
  type PasswordPolicy,
  passwordLengths,
  refuseEmail,
  refuseLoginName,
} from '#contract/member/account/credentials.ts';
import { refusePassword } from '#contract/member/password-checks.ts';
import { readPasswordPolicy } from '#contract/member/settings/password-calls.ts';
import { call } from '../../api/call.ts';
import type { FormRules } from '../../forms/submit.ts';
import type { MessageKey } from '../../site/i18n.ts';

const family = 'registration.error.';
type FormError = Extract<CredentialError, `${typeof family}${string}`>;
type ErrorName = FormError extends `${typeof family}${infer Name}` ? Name : never;

const textOf = (error: FormError): MessageKey =>
  `member.registration.error.${error.slice(family.length) as ErrorName}`;

/** Drops fields without an error. */
export function fieldErrors<Field extends string>(
  errors: Readonly<Record<Field, MessageKey | null>>,
): Partial<Record<Field, MessageKey>> {
  const found = Object.entries<MessageKey | null>(errors).filter(([, key]) => key !== null);
  return Object.fromEntries(found) as Partial<Record<Field, MessageKey>>;
}

export const errorKey = (error: CredentialError | null): MessageKey | null =>
  error === null ? null : textOf(error as FormError);

const passwordErrorKey = (password: string, policy: PasswordPolicy): MessageKey | null =>
  errorKey(refusePassword(password, policy));

/** Values for the texts about passwords. */
export const passwordTextValues = (policy: PasswordPolicy): { min: number; max: number } =>
  passwordLengths[policy];

/** Validation shared by dialogs and pages. */
type Rules<Field extends string, Values> = Omit<FormRules<Field, Values>, 'send'>;

export interface LoginValues {
  /** The e-mail address. */
  username: string;
  password: string;
}

export const loginRules: Rules<keyof LoginValues, LoginValues> = {
  check: ({ username, password }) =>
    fieldErrors({
      username: errorKey(refuseLoginName(username)),
      password: password.trim() === '' ? 'member.registration.error.password_required' : null,
    }),
  labels: {
    'badRequest.login.notExists': { field: 'username' },
    'badRequest.login.deleted': { field: 'username' },
    'badRequest.incorrectPassword': { field: 'password' },
  },
};

export interface RegisterValues {
  email: string;
  password: string;
  /** Confirms being 18 or older and accepts the terms. */
  terms: boolean;
}

export const registerRules = (policy: () => PasswordPolicy): Rules<keyof RegisterValues, RegisterValues> => ({
  check: ({ email, password, terms }) =>
    fieldErrors({
      email: errorKey(refuseEmail(email)),
      password: passwordErrorKey(password.trim(), policy()),
      terms: terms ? null : 'member.register.termsRequired',
    }),
  labels: {
    'badRequest.email_exists': { field: 'email' },
    'badRequest.password_common': { field: 'password' },
    UNAVAILABLE: { message: 'member.register.failed' },
  },
  fallback: 'member.register.failed',
});

/** Whether a login after a registration failed because the activation link has to be followed first. */
export const isAwaited = (error: unknown): boolean => labelOf(error) === 'badRequest.invalid.login';

/** Minimum characters of an e-mail address or username (specification: recovery input). */
const ACCOUNT_MIN = 4;

export interface ForgotValues {
  /** E-mail address or username. */
  account: string;
}

export const forgotRules: Rules<keyof ForgotValues, ForgotValues> = {
  check({ account }) {
    const length = account.trim().length;
    if (length === 0) return { account: 'member.forgot.required' };
    return length < ACCOUNT_MIN ? { account: 'member.forgot.tooShort' } : {};
  },
};

export type ResetField = 'newPassword' | 'repeatNewPassword';
export type ResetValues = Record<ResetField, string>;

export const resetRules = (policy: () => PasswordPolicy): Rules<ResetField, ResetValues> => ({
  check: ({ newPassword, repeatNewPassword }) =>
    fieldErrors({
      newPassword: passwordErrorKey(newPassword.trim(), policy()),
      repeatNewPassword: isSamePassword(repeatNewPassword.trim(), newPassword.trim())
        ? null
        : 'member.reset.notEqual',
    }),
  labels: {
    // The link's token replaces the old password.
    'badRequest.incorrectPassword': { message: 'member.link.expired' },
    'badRequest.password_common': { field: 'newPassword' },
  },
});

export interface NewPasswordValues extends Record<string, string> {
  /** The current password. */
  password: string;
  newPassword: string;
  repeatNewPassword: string;
}

/** To change a password that is known. */
export const newPasswordRules = (
  policy: () => PasswordPolicy,
): Rules<keyof NewPasswordValues & string, NewPasswordValues> => ({
  check: ({ password, newPassword, repeatNewPassword }) =>
    fieldErrors({
      password: password === '' ? 'settings.password.oldRequired' : null,
      newPassword:
        passwordErrorKey(newPassword.trim(), policy()) ??
        (isSamePassword(newPassword.trim(), password) ? 'settings.password.same' : null),
      repeatNewPassword: isSamePassword(repeatNewPassword.trim(), newPassword.trim())
        ? null
        : 'member.reset.notEqual',
    }),
  labels: {
    'badRequest.incorrectPassword': { field: 'password', message: 'settings.password.wrongOld' },
    'badRequest.password_common': { field: 'newPassword' },
    UNAVAILABLE: { message: 'settings.password.failed' },
  },
  fallback: 'settings.password.failed',
});

/** Text with an @ and a dot is an e-mail address. */
export const recoveryOf = (account: string): { email: string } | { username: string } =>
  account.includes('@') && account.includes('.') ? { email: account } : { username: account };

/** The specification's policy until the server responds. */
export const $passwordPolicy = atom<PasswordPolicy>('standard');

/** If this fails, the server still checks the password. */
export async function loadPasswordPolicy(): Promise<void> {
  const answer = await call(readPasswordPolicy, {}).catch(() => null);
  if (answer) $passwordPolicy.set(answer.policy);
}
