import { eq } from 'drizzle-orm';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { holdOperator, type Operator, operatorByName } from '#server/identity/operators/reads.ts';
import { operators } from '#server/identity/operators/tables.ts';
import { erasePasskeys } from '#server/identity/passkeys/erase.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { closeLinks } from './links.ts';

/** Counts at once, also in open sessions. Throws `badRequest.notFound` for a missing or disabled operator. */
export async function setOperatorRole(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  { name, role }: { name: string; role: OperatorRole },
): Promise<void> {
  await db.transaction(async (tx) => {
    const operator = await requireActive(tx, name);
    await tx.update(operators).set({ role }).where(eq(operators.id, operator.id));
    await recordAct(tx, caller, {
      act: 'operator.role-set',
      subject: `operator:${operator.name}`,
      at: now(),
    });
  });
}

/**
 * Takes away an operator's access for good: ends every session and invalidates the link. Throws `badRequest.notFound`
 * for a missing or disabled operator. Returns the ids of the sessions that were open.
 */
export async function disableOperator(
  deps: EndDeps,
  caller: OperatorCaller,
  { name }: { name: string },
): Promise<string[]> {
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const { id, name: stored } = await requireActive(tx, name);
    await erasePasskeys(tx, { kind: 'operator', operatorId: id });
    await tx
      .update(operators)
      .set({ disabledAt: at, passwordHash: null, codeKey: null })
      .where(eq(operators.id, id));
    await closeLinks(tx, { operatorId: id, at });
    await recordAct(tx, caller, { act: 'operator.disabled', subject: `operator:${stored}`, at });
    return endSessions({ ...deps, db: tx }, { operatorId: id });
  });
}

/** Locks the row. Throws `badRequest.notFound` for a missing or disabled operator. */
export async function requireActive(tx: Tx, name: string): Promise<Operator> {
  const found = await operatorByName(tx, name);
  const operator = found && (await holdOperator(tx, found.id));
  if (!operator) throw new AppError('badRequest.notFound');
  return operator;
}
