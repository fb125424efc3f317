import { eq } from 'drizzle-orm';
import type { deskLogin as call } from '#contract/desk/account-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countAttempt } from '#server/identity/count-attempt.ts';
import { holdOperator, type Operator, operatorByEmail } from '#server/identity/operators/reads.ts';
import { operators } from '#server/identity/operators/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { periodOf, unsealKey } from './authenticator.ts';
import { openDeskLogin } from './open-desk-login.ts';

/** A wrong address, password and code return the same label after the same work. A code is accepted once. */
export async function deskLogin(
  deps: Deps,
  caller: Caller,
  { email, password, code }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const operator = await operatorByEmail(deps.db, email);
  const owner = operator ? ({ kind: 'operator', operatorId: operator.id } as const) : null;
  const uncount = await countAttempt(deps, caller, { account: `desk ${foldEmail(email)}`, owner });
  const isRight = await deps.passwords.check(operator?.passwordHash, password);
  const login =
    operator && isRight
      ? await deps.db.transaction(async (tx) => {
          const verified = await takeCode(deps, tx, { operatorId: operator.id, code });
          return verified ? openDeskLogin({ ...deps, db: tx }, caller, verified) : null;
        })
      : null;
  if (!login) {
    deps.events.record('operator.login-refused', { known: operator !== undefined, password: isRight });
    throw new AppError('badRequest.invalid.login');
  }
  await uncount();
  return login;
}

/** Uses up a code; returns null if it is wrong. The row is locked, so of two equal requests one succeeds. */
async function takeCode(
  deps: Deps,
  tx: Tx,
  { operatorId, code }: { operatorId: number; code: string },
): Promise<Operator | null> {
  const operator = await holdOperator(tx, operatorId);
  if (!operator?.codeKey) return null;
  const key = unsealKey(deps, operator.codeKey);
  const codePeriod = periodOf(key, code, { now: deps.wallClock(), after: operator.codePeriod });
  if (codePeriod === null) return null;
  await tx.update(operators).set({ codePeriod }).where(eq(operators.id, operatorId));
  return operator;
}
