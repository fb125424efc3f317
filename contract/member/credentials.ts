import { z } from 'zod';
import { commonPasswords } from './common-passwords.ts';

/** Ends of the message keys that explain why an entry is refused. */
export type CredentialError =
  | 'registration.error.username_required'
  | 'registration.error.invalid_email'
  | 'registration.error.email_required'
  | 'registration.error.email_invalid'
  | 'registration.error.password_required'
  | 'registration.error.password_minlength'
  | 'registration.error.password_maxlength'
  | 'registration.error.password_no_numbers'
  | 'registration.error.password_no_letters'
  | 'registration.error.password_no_whitespace'
  | 'registration.error.password_common'
  | 'registration.error.forbiddenWords'
  | 'change_username.invalidChar'
  | 'change_username.nicknameLength';

export const EMAIL_MAX = 254;

const emailPattern = z.regexes.html5Email;

/** The domain needs a dot, and nothing may start a second recipient. */
function looksLikeEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && emailPattern.test(text) && /@[^@]+\.[^@.]{2,}$/.test(text);
}

/** Decides whether two e-mail addresses are the same. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

export const emailSchema = z.string().trim().max(EMAIL_MAX).refine(looksLikeEmail);

export function refuseEmail(email: string): CredentialError | null {
  if (email.trim() === '') return 'registration.error.email_required';
  return looksLikeEmail(email.trim()) ? null : 'registration.error.email_invalid';
}

export function refuseLoginName(name: string): CredentialError | null {
  if (name.trim() === '') return 'registration.error.username_required';
  return looksLikeEmail(name.trim()) ? null : 'registration.error.invalid_email';
}

/** `standard`: the specification's rule; `asvs`: length only. */
export const passwordPolicies = ['standard', 'asvs'] as const;
export type PasswordPolicy = (typeof passwordPolicies)[number];

/** Characters. */
export const passwordLengths = {
  standard: { min: 6, max: 32 },
  asvs: { min: 8, max: 64 },
} as const satisfies Record<PasswordPolicy, { min: number; max: number }>;

/** Longer than any policy ever allowed for an existing password. */
export const OLD_PASSWORD_MAX = 128;

/** Null when it is accepted. */
export function refusePassword(password: string, policy: PasswordPolicy): CredentialError | null {
  const { min, max } = passwordLengths[policy];
  const length = [...password].length;
  if (length === 0) return 'registration.error.password_required';
  if (length < min) return 'registration.error.password_minlength';
  if (length > max) return 'registration.error.password_maxlength';
  if (policy === 'standard') {
    if (!/\d/.test(password)) return 'registration.error.password_no_numbers';
    if (!/\p{L}/u.test(password)) return 'registration.error.password_no_letters';
    if (/\s/.test(password)) return 'registration.error.password_no_whitespace';
  }
  return commonPasswords.has(password.toLowerCase()) ? 'registration.error.password_common' : null;
}

/** Only bounded here: the policy is the server's setting, so the handler checks it. */
export const newPasswordField = z.string().min(1).max(OLD_PASSWORD_MAX);

export const oldPasswordField = z.string().min(1).max(OLD_PASSWORD_MAX);
