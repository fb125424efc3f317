import { logIn as logInCall } from '#contract/member/account/account-calls.ts';
import { call } from '../../api/call.ts';
import { reconnect } from '../../api/socket/socket.ts';
import { createForm } from '../../forms/submit.ts';
import { showToast } from '../../shell/start/feedback.ts';
import { $session, announceSession } from '../../shell/start/session.ts';
import { currentMember } from './current-member.ts';
import { type LoginValues, loginRules } from './entry-rules.ts';

/** Runs a call that opens a session and stores its member; a failure keeps the previous session. */
export async function startSession(open: () => Promise<unknown>): Promise<void> {
  const resume = currentMember.pauseListening();
  try {
    await open();
  } catch (error) {
    resume();
    throw error;
  }
  announceSession(true);
  reconnect();
  await currentMember.loadMember();
  tellOnLogin();
}

/** ms for which an operator's message is shown. */
const TOLD_MS = 15_000;

/** Shown once per login, not on every page. */
export function tellOnLogin(): void {
  const session = $session.get();
  if (session.status !== 'member' || session.endUserText === '') return;
  $session.set({ ...session, msgOnLogin: true });
  showToast('success', session.endUserText, TOLD_MS);
}

export const loginForm = createForm<keyof LoginValues, LoginValues>({
  ...loginRules,
  send: (values) => startSession(() => logIn(values)),
});

/** The session token stays in an HttpOnly cookie. */
export const logIn = ({ username, password }: LoginValues): Promise<unknown> =>
  call(logInCall, { username: username.trim(), password: password.trim() });
