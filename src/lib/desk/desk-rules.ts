import type { PasswordPolicy } from '#contract/member/credentials.ts';
import type { FormRules } from '../forms/submit.ts';
import { type ResetValues, resetRules } from '../member/account/entry-rules.ts';
import { fieldErrors } from '../member/account/field-errors.ts';

type Rules<Field extends string, Values> = Omit<FormRules<Field, Values>, 'send'>;

const isCode = (code: string): boolean => /^\d{6}$/.test(code.replace(/\s/g, ''));

export interface DeskLoginValues {
  email: string;
  password: string;
  /** Of the authenticator app. */
  code: string;
}

export const deskLoginRules: Rules<keyof DeskLoginValues, DeskLoginValues> = {
  check: ({ email, password, code }) =>
    fieldErrors({
      email: email.trim() === '' ? 'member.registration.error.email_required' : null,
      password: password.trim() === '' ? 'member.registration.error.password_required' : null,
      code: isCode(code) ? null : 'desk.login.codeShape',
    }),
  labels: {
    // One label for all fields: it does not tell which of them is wrong.
    'badRequest.invalid.login': { field: 'code', message: 'desk.login.invalid' },
    'badRequest.invalid.input': { field: 'code', message: 'desk.login.invalid' },
  },
};

export interface DeskLinkValues extends ResetValues {
  code: string;
}

export function deskLinkRules(policy: () => PasswordPolicy): Rules<keyof DeskLinkValues, DeskLinkValues> {
  const passwords = resetRules(policy);
  return {
    ...passwords,
    check: (values) => ({
      ...passwords.check(values),
      ...fieldErrors({ code: isCode(values.code) ? null : 'desk.login.codeShape' }),
    }),
    labels: {
      ...passwords.labels,
      'badRequest.code.invalid': { field: 'code', message: 'desk.link.codeWrong' },
    },
  };
}
