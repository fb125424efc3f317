import {
  type CredentialError,
  foldPassword,
  type PasswordPolicy,
  passwordLengths,
} from './account/credentials.ts';
import { commonPasswords } from './common-passwords.ts';

export type PasswordCheck = 'length' | 'number' | 'letter' | 'noSpaces';

/** The policy's rules for a new password, and which of them it meets; shown while it is typed. */
export function passwordChecks(
  typed: string,
  policy: PasswordPolicy,
): readonly { readonly check: PasswordCheck; readonly isKept: boolean }[] {
  const password = foldPassword(typed);
  const { min, max } = passwordLengths[policy];
  const length = [...password].length;
  const checks = [{ check: 'length', isKept: length >= min && length <= max }] as const;
  if (policy === 'asvs') return checks;
  return [
    ...checks,
    { check: 'number', isKept: /\d/.test(password) },
    { check: 'letter', isKept: /\p{L}/u.test(password) },
    { check: 'noSpaces', isKept: password !== '' && !/\s/.test(password) },
  ];
}

/** Null if the password is accepted. */
export function refusePassword(typed: string, policy: PasswordPolicy): CredentialError | null {
  const password = foldPassword(typed);
  const { min, max } = passwordLengths[policy];
  const length = [...password].length;
  if (length === 0) return 'registration.error.password_required';
  if (length < min) return 'registration.error.password_minlength';
  if (length > max) return 'registration.error.password_maxlength';
  if (policy !== 'asvs') {
    if (!/\d/.test(password)) return 'registration.error.password_no_numbers';
    if (!/\p{L}/u.test(password)) return 'registration.error.password_no_letters';
    if (/\s/.test(password)) return 'registration.error.password_no_whitespace';
  }
  if (policy === 'spec') return null;
  return commonPasswords.has(password.toLowerCase()) ? 'registration.error.password_common' : null;
}
