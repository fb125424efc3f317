import { logIn as logInCall } from '#contract/member/account-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { type LoginValues, loginRules } from './entry-rules.ts';
import { startSession } from './start-session.ts';

export const loginForm = createForm<keyof LoginValues, LoginValues>({
  ...loginRules,
  send: (values) => startSession(() => logIn(values)),
});

/** The session token stays in an HttpOnly cookie. */
export const logIn = ({ username, password }: LoginValues): Promise<unknown> =>
  call(logInCall, { username: username.trim(), password: password.trim() });
