import type { FormRules } from '../forms/submit.ts';
import { fieldErrors } from '../member/account/field-errors.ts';

type Rules<Field extends string, Values> = Omit<FormRules<Field, Values>, 'send'>;

export interface StudioLoginValues {
  /** The performer's name. */
  username: string;
  password: string;
}

export const studioLoginRules: Rules<keyof StudioLoginValues, StudioLoginValues> = {
  check: ({ username, password }) =>
    fieldErrors({
      username: username.trim() === '' ? 'studio.login.nameRequired' : null,
      password: password.trim() === '' ? 'member.registration.error.password_required' : null,
    }),
  labels: {
    // One label for both fields: it does not tell which names exist.
    'badRequest.invalid.login': { field: 'password', message: 'studio.login.invalid' },
    // A field that is too long.
    'badRequest.invalid.input': { field: 'password', message: 'studio.login.invalid' },
  },
};
