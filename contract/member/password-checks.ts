import { foldPassword, type PasswordPolicy, passwordLengths } from './credentials.ts';

export type PasswordCheck = 'length' | 'number' | 'letter' | 'noSpaces';

/** What a policy asks of a new password, and what of it this one keeps: shown while it is typed. */
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
