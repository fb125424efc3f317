import type { OperatorRole } from '#contract/desk/roles.ts';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { operatorByName } from '#server/identity/operators/reads.ts';
import { operators } from '#server/identity/operators/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sendDeskLink } from './send-desk-link.ts';

export interface NewOperator {
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly language: Locale;
}

/**
 * Adds an operator and mails a one-time link. Throws `badRequest.username_exists` for a name that was ever used, and
 * `badRequest.email_exists` for the address of another operator.
 */
export async function addOperator(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: OperatorCaller,
  { name, email, role, language }: NewOperator,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(operators)
      .values({ name: name.toLowerCase(), email: foldEmail(email), role, language, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: operators.id, name: operators.name });
    if (!row) throw new AppError(await conflictOf(tx, name));
    await recordAct(tx, caller, { act: 'operator.added', subject: `operator:${row.name}`, at });
    await sendDeskLink({ ...deps, db: tx }, caller, row.id);
  });
}

async function conflictOf(tx: Tx, name: string) {
  return (await operatorByName(tx, name)) ? 'badRequest.username_exists' : 'badRequest.email_exists';
}
