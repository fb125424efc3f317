import { endDeskSession, endOtherDeskSessions } from '#contract/desk/account-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { type CallOptions, call } from '../api/call.ts';

/** Ends one session, or all others if its id is empty. An id that is none has no session to end. */
export async function endSessions(session: string, options: CallOptions): Promise<void> {
  if (session === '') await call(endOtherDeskSessions, {}, options);
  else
    await call(endDeskSession, { session }, options).catch((error: unknown) => {
      if (labelOf(error) !== 'badRequest.invalid.input') throw error;
    });
}
