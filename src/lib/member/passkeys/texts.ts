/** Texts of the island that lists an account's passkeys. */
export const passkeyTexts = [
  'passkeys',
  'settings.password.current',
  'member.login.incorrectPassword',
  'member.registration.error.password_required',
  'member.showPassword',
  'member.tooMany',
  'ui',
] as const;
