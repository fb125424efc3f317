import { logIn as logInCall } from '#contract/member/account-calls.ts';
import { refuseLoginName } from '#contract/member/credentials.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { errorKey, fieldErrors } from './field-errors.ts';
import { startSession } from './start-session.ts';

export interface LoginValues {
  /** The e-mail address. */
  username: string;
  password: string;
}

export const loginForm = createForm<keyof LoginValues, LoginValues>({
  check: ({ username, password }) =>
    fieldErrors({
      username: errorKey(refuseLoginName(username)),
      password: password.trim() === '' ? 'member.registration.error.password_required' : null,
    }),
  send: (values) => startSession(() => logIn(values)),
  labels: {
    'badRequest.login.notExists': { field: 'username', message: 'member.login.notExists' },
    'badRequest.login.deleted': { field: 'username', message: 'member.login.deleted' },
    'badRequest.incorrectPassword': { field: 'password', message: 'member.login.incorrectPassword' },
    'badRequest.invalid.login': { message: 'member.login.invalid' },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
});

/** The token stays in an HttpOnly cookie. */
export const logIn = ({ username, password }: LoginValues): Promise<unknown> =>
  call(logInCall, { username: username.trim(), password: password.trim() });
