import { beginStudioPasskeyLogin, logInWithStudioPasskey } from '#contract/studio/passkey-calls.ts';
import { startPasskeyLogin } from './passkey-login.ts';

/** For the login page of the studio. */
export const startStudioPasskeyLogin = (): void =>
  startPasskeyLogin({
    calls: { beginPasskeyLogin: beginStudioPasskeyLogin, logInWithPasskey: logInWithStudioPasskey },
  });
