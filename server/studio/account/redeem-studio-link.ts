import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { redeemStudioLink as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { requireNewPassword } from '#server/member/account/require-new-password.ts';
import { readLink, useLink } from '#server/performers/account/links.ts';
import { storePassword } from '#server/performers/account/store-password.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { notePassword } from './note-password.ts';
import { openStudioLogin } from './open-studio-login.ts';

/** Sets the password, ends every earlier session and opens one, in one transaction. Her encoder's key stays valid. */
export async function redeemStudioLink(
  deps: Deps,
  caller: Caller,
  { key, newPassword }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  requireNewPassword(deps, newPassword, 'newPassword');
  // A stranger's guess must not cost a hash.
  await readLink(deps.db, { token: key, at: deps.now() });
  const passwordHash = await deps.passwords.hash(newPassword);
  return deps.db.transaction(async (tx) => {
    const at = deps.now();
    const { performerId } = await useLink(tx, { token: key, at });
    const isFirst = !(await performersFor({ db: tx }, inHouse).byId(performerId))?.passwordHash;
    if (!(await storePassword(tx, performerId, { passwordHash })))
      throw new AppError('badRequest.link.expired');
    const inTx = { ...deps, db: tx };
    const { length: ended } = await endSessions(inTx, { performerId });
    const { token } = await openStudioLogin(inTx, caller, performerId);
    await notePassword(deps, tx, caller, { performerId, isFirst });
    const changed = { performer: performerId, ended, link: true };
    tx.afterCommit(() => deps.events.record('performer.password-changed', changed));
    return { token };
  });
}
