import type { ErrorLabel } from '#contract/errors.ts';
import type { UsernameError } from '#contract/member/usernames.ts';

/** Forms match the last part of an error label (platform spec 8). */
export const refusalLabels = {
  'registration.error.forbiddenWords': 'badRequest.forbiddenWords',
  'change_username.invalidChar': 'badRequest.invalidChar',
  'change_username.nicknameLength': 'badRequest.nicknameLength',
} as const satisfies Record<UsernameError, ErrorLabel>;
