import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { changeStudioPassword as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { renewToken } from '#server/identity/renew-token.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { requireNewPassword } from '#server/member/account/require-new-password.ts';
import { storePassword } from '#server/performers/account/store-password.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { notePassword } from './note-password.ts';

/** Ends every other session, invalidates this one's token and mails the performer. Her encoder's key stays valid. */
export async function changeStudioPassword(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  const { performerId, sessionId } = performer;
  await deps.limits.take('login-account', `performer ${performerId}`);
  requireNewPassword(deps, input.newPassword, 'newPassword');
  const before = (await performersFor(deps, inHouse).byId(performerId))?.passwordHash;
  const isRight = await deps.passwords.check(before, input.password);
  if (!before || !isRight) throw new AppError('badRequest.incorrectPassword');
  const passwordHash = await deps.passwords.hash(input.newPassword);
  await deps.db.transaction(async (tx) => {
    // A concurrent request may have changed the password since the check.
    if (!(await storePassword(tx, performerId, { passwordHash, before })))
      throw new AppError('badRequest.incorrectPassword');
    await renewToken(tx, performer, { performerId });
    await notePassword(deps, tx, performer, { performerId });
    const { length: ended } = await endSessions({ ...deps, db: tx }, { performerId, except: sessionId });
    const changed = { performer: performerId, ended };
    tx.afterCommit(() => deps.events.record('performer.password-changed', changed));
  });
  return true;
}
