import { labelOf } from '#contract/errors.ts';
import {
  isSamePassword,
  type PasswordPolicy,
  refuseEmail,
  refuseLoginName,
} from '#contract/member/credentials.ts';
import type { FormRules } from '../../forms/submit.ts';
import { errorKey, fieldErrors, passwordErrorKey } from './field-errors.ts';

/** What dialogs and pages refuse alike, and what they call it. */
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
    'badRequest.login.notExists': { field: 'username', message: 'member.login.notExists' },
    'badRequest.login.deleted': { field: 'username', message: 'member.login.deleted' },
    'badRequest.login.blocked': { message: 'member.login.blocked' },
    'badRequest.incorrectPassword': { field: 'password', message: 'member.login.incorrectPassword' },
    'badRequest.invalid.login': { message: 'member.login.invalid' },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
};

export interface RegisterValues {
  email: string;
  password: string;
  /** 18 or older, and accepts the terms. */
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
    'badRequest.email_exists': { field: 'email', message: 'member.register.emailExists' },
    'badRequest.password_common': {
      field: 'password',
      message: 'member.registration.error.password_common',
    },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
  fallback: 'member.register.failed',
});

/** Of the login after a registration: the link of the mail has to be followed first. */
export const isAwaited = (error: unknown): boolean => labelOf(error) === 'badRequest.invalid.login';

/** Characters of an e-mail address or username (specification: recovery input). */
export const ACCOUNT_MIN = 4;

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
    'badRequest.incorrectPassword': { message: 'member.link.expired' },
    'badRequest.link.expired': { message: 'member.link.expired' },
    'badRequest.link.used': { message: 'member.link.used' },
    'badRequest.login.blocked': { message: 'member.login.blocked' },
    'badRequest.password_common': {
      field: 'newPassword',
      message: 'member.registration.error.password_common',
    },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
});

/** Text with an @ and a dot is an e-mail address. */
export const recoveryOf = (account: string): { email: string } | { username: string } =>
  account.includes('@') && account.includes('.') ? { email: account } : { username: account };
