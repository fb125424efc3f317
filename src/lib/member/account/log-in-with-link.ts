import { logInWithLink as logInWithLinkCall } from '#contract/member/account-calls.ts';
import { call } from '../../api/call.ts';
import { withLoader } from '../../shell/loader.ts';
import { startSession } from './start-session.ts';

/** Trades the token of a mail's link for a session. Throws AppError with the label the server refused it with. */
export const logInWithLink = (token: string): Promise<void> =>
  withLoader(startSession(() => call(logInWithLinkCall, { token })));
