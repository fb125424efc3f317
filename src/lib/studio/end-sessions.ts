import { labelOf } from '#contract/errors.ts';
import { endOtherStudioSessions, endStudioSession } from '#contract/studio/account-calls.ts';
import { type CallOptions, call } from '../api/call.ts';

/** Ends one session, or all others if its id is empty. An id that is none has no session to end. */
export async function endSessions(session: string, options: CallOptions): Promise<void> {
  if (session === '') await call(endOtherStudioSessions, {}, options);
  else
    await call(endStudioSession, { session }, options).catch((error: unknown) => {
      if (labelOf(error) !== 'badRequest.invalid.input') throw error;
    });
}
