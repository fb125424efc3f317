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

/** RFC 5321 and 6531. No dot at an end of the local part, nor two in a row. */
const LOCAL_MAX = 64;
const atom = String.raw`(?:[\w!#$%&'*+/=?^\x60{|}~-]|[^\p{ASCII}\p{Z}\p{C}])+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const emailPattern = new RegExp(
  String.raw`^(${atom}(?:\.${atom})*)@(?:${label}\.)+(?!\d+$)(?=..)${label}$`,
  'u',
);

/** The domain needs a dot, and nothing may start a second recipient. */
function looksLikeEmail(text: string): boolean {
  const local = text.length <= EMAIL_MAX && emailPattern.exec(text)?.[1];
  return typeof local === 'string' && local.length <= LOCAL_MAX;
}

/**
 * Decides whether two e-mail addresses are the same. Some browsers hand over the domain of an e-mail field in ASCII
 * (`xn--…`), others as it was typed.
 */
export function foldEmail(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase();
  const [, local, domain = ''] = /^(.*@)([^@]*\P{ASCII}[^@]*)$/u.exec(text) ?? [];
  const url = `http://${domain}`;
  return local !== undefined && URL.canParse(url) ? local + new URL(url).hostname : text;
}

export const emailSchema = z.string().trim().max(EMAIL_MAX).refine(looksLikeEmail);

export function refuseEmail(email: string): CredentialError | null {
  if (email.trim() === '') return 'registration.error.email_required';
  return looksLikeEmail(email.trim()) ? null : 'registration.error.email_invalid';
}

export function refuseLoginName(name: string): CredentialError | null {
  if (name.trim() === '') return 'registration.error.username_required';
  return looksLikeEmail(name.trim()) ? null : 'registration.error.invalid_email';
}

/** `spec`: the specification's rule alone; `standard`: without common passwords; `asvs`: so too, and of rules the length only. */
export const passwordPolicies = ['standard', 'spec', 'asvs'] as const;
export type PasswordPolicy = (typeof passwordPolicies)[number];

/** Characters. */
export const passwordLengths = {
  standard: { min: 6, max: 32 },
  spec: { min: 6, max: 32 },
  asvs: { min: 8, max: 64 },
} as const satisfies Record<PasswordPolicy, { min: number; max: number }>;

/** Longer than any policy ever allowed for an existing password. */
export const OLD_PASSWORD_MAX = 128;

/** Passwords are compared so: `é` may be typed as one character or as two. */
export const foldPassword = (password: string): string => password.normalize('NFC');

export const isSamePassword = (one: string, other: string): boolean =>
  foldPassword(one) === foldPassword(other);

/** Null when it is accepted. */
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

/** Only bounded here: the policy is the server's setting, so the handler checks it. */
export const newPasswordField = z.string().min(1).max(OLD_PASSWORD_MAX);

export const oldPasswordField = z.string().min(1).max(OLD_PASSWORD_MAX);
