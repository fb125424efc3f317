import { eq } from 'drizzle-orm';
import type { redeemDeskLink as call } from '#contract/desk/account-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { operatorById } from '#server/identity/operators/reads.ts';
import { operators } from '#server/identity/operators/tables.ts';
import { erasePasskeys } from '#server/identity/passkeys/erase.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { requireNewPassword } from '#server/member/account/require-new-password.ts';
import type { Deps } from '#server/ports/deps.ts';
import { offeredKey, periodOf, sealKey } from './authenticator.ts';
import { readLink, useLink } from './links.ts';
import { openDeskLogin } from './open-desk-login.ts';

/**
 * Sets password and authenticator app, removes the passkeys, ends every earlier session and opens one, in one
 * transaction. A wrong code
 * leaves the link as it is: throws `badRequest.code.invalid`.
 */
export async function redeemDeskLink(
  deps: Deps,
  caller: Caller,
  { key, newPassword, code }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireNewPassword(deps, newPassword, 'newPassword');
  // A stranger's guess must not cost a hash.
  await readLink(deps.db, { token: key, at: deps.now() });
  const offered = offeredKey(deps, key);
  const codePeriod = periodOf(offered, code, { now: deps.wallClock(), after: null });
  if (codePeriod === null) throw new AppError('badRequest.code.invalid', { fields: ['code'] });
  const passwordHash = await deps.passwords.hash(newPassword);
  return deps.db.transaction(async (tx) => {
    const at = deps.now();
    const { operatorId } = await useLink(tx, { token: key, at });
    const codeKey = sealKey(deps, offered);
    await tx.update(operators).set({ passwordHash, codeKey, codePeriod }).where(eq(operators.id, operatorId));
    const operator = await operatorById(tx, operatorId);
    if (!operator) throw new AppError('badRequest.link.expired');
    const inTx = { ...deps, db: tx };
    await endSessions(inTx, { operatorId });
    await erasePasskeys(tx, { kind: 'operator', operatorId });
    const subject = `operator:${operator.name}`;
    await recordAct(tx, caller, { act: 'operator.activated', subject, at });
    return openDeskLogin(inTx, caller, operator);
  });
}
