import * as z from 'zod/mini';

/** Last parts of the message keys that say why an entry is refused. */
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

/** RFC 5321 and 6531. No dot at either end of the local part, and no two in a row. */
const LOCAL_MAX = 64;
const atom = String.raw`(?:[\w!#$%&'*+/=?^\x60{|}~-]|[^\p{ASCII}\p{Z}\p{C}])+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const emailPattern = new RegExp(
  String.raw`^(${atom}(?:\.${atom})*)@(?:${label}\.)+(?!\d+$)(?=..)${label}$`,
  'u',
);

/** The domain needs a dot; characters that could start a second recipient are refused. */
function looksLikeEmail(text: string): boolean {
  const local = text.length <= EMAIL_MAX && emailPattern.exec(text)?.[1];
  return typeof local === 'string' && local.length <= LOCAL_MAX;
}

/**
 * Normalizes an e-mail address for comparison. Some browsers send the domain of an e-mail field in ASCII (`xn--…`),
 * others as it was typed.
 */
export function foldEmail(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase();
  const [, local, domain = ''] = /^(.*@)([^@]*\P{ASCII}[^@]*)$/u.exec(text) ?? [];
  const url = `http://${domain}`;
  return local !== undefined && URL.canParse(url) ? local + new URL(url).hostname : text;
}

export const emailSchema = z.string().check(z.trim(), z.maxLength(EMAIL_MAX), z.refine(looksLikeEmail));

export function refuseEmail(email: string): CredentialError | null {
  if (email.trim() === '') return 'registration.error.email_required';
  return looksLikeEmail(email.trim()) ? null : 'registration.error.email_invalid';
}

export function refuseLoginName(name: string): CredentialError | null {
  if (name.trim() === '') return 'registration.error.username_required';
  return looksLikeEmail(name.trim()) ? null : 'registration.error.invalid_email';
}

/**
 * `spec`: the specification's rule only; `standard`: that, and no common passwords; `asvs`: length and no common
 * passwords only.
 */
export const passwordPolicies = ['standard', 'spec', 'asvs'] as const;
export type PasswordPolicy = (typeof passwordPolicies)[number];

/** Characters. */
export const passwordLengths = {
  standard: { min: 6, max: 32 },
  spec: { min: 6, max: 32 },
  asvs: { min: 8, max: 64 },
} as const satisfies Record<PasswordPolicy, { min: number; max: number }>;

/** Longer than any policy has ever allowed. */
export const OLD_PASSWORD_MAX = 128;

/** Normal form for comparing passwords: `é` may be typed as one character or as two. */
export const foldPassword = (password: string): string => password.normalize('NFC');

export const isSamePassword = (one: string, other: string): boolean =>
  foldPassword(one) === foldPassword(other);

/** Bounds the length only. The handler checks the policy, which is a setting of the server. */
export const newPasswordField = z.string().check(z.minLength(1), z.maxLength(OLD_PASSWORD_MAX));

export const oldPasswordField = z.string().check(z.minLength(1), z.maxLength(OLD_PASSWORD_MAX));

/** Digits of an authenticator app; people type spaces between them. */
export const CODE_DIGITS = 6;

export const codeField = z.string().check(
  z.maxLength(32),
  z.overwrite((code) => code.replace(/\s/g, '')),
  z.regex(/^\d{6}$/),
);
