import { type CredentialError, type PasswordPolicy, passwordLengths } from '#contract/member/credentials.ts';
import { refusePassword } from '#contract/member/password-checks.ts';
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

export const passwordErrorKey = (password: string, policy: PasswordPolicy): MessageKey | null =>
  errorKey(refusePassword(password, policy));

/** Values for the texts about passwords. */
export const passwordTextValues = (policy: PasswordPolicy): { min: number; max: number } =>
  passwordLengths[policy];
