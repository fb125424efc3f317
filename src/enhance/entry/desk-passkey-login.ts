import { beginDeskPasskeyLogin, logInWithDeskPasskey } from '#contract/desk/passkey-calls.ts';
import { startPasskeyLogin } from './passkey-login.ts';

/** For the login page of the desk. */
export const startDeskPasskeyLogin = (): void =>
  startPasskeyLogin({
    calls: { beginPasskeyLogin: beginDeskPasskeyLogin, logInWithPasskey: logInWithDeskPasskey },
  });
