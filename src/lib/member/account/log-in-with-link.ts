import { logInWithLink as logInWithLinkCall } from '#contract/member/account-calls.ts';
import { call } from '../../api/call.ts';
import { withLoader } from '../../shell/loader.ts';
import { startSession } from './start-session.ts';

/** Opens a session by a mail link's token. Throws AppError with the server's label. */
export const logInWithLink = (token: string): Promise<void> =>
  withLoader(startSession(() => call(logInWithLinkCall, { token })));
