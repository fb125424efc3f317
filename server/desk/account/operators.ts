import { count, eq, isNotNull } from 'drizzle-orm';
import type {
  endOperatorSessions as endOperatorSessionsCall,
  listOperators as listOperatorsCall,
} from '#contract/desk/account-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import {
  allOperators,
  holdOperator,
  type Operator,
  operatorByName,
} from '#server/identity/operators/reads.ts';
import { erasePasskeys } from '#server/identity/passkeys/passkeys.ts';
import { type EndDeps, endSessions, openOperatorSessions } from '#server/identity/sessions.ts';
import { operators, passkeys } from '#server/identity/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { closeLinks, sendDeskLink } from './desk-link.ts';

export async function listOperators(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
): Promise<OutputOf<typeof listOperatorsCall>> {
  requireOperator(caller);
  const open = await openOperatorSessions({ db, now });
  const keys = new Map(
    (
      await db
        .select({ operator: passkeys.operatorId, total: count() })
        .from(passkeys)
        .where(isNotNull(passkeys.operatorId))
        .groupBy(passkeys.operatorId)
    ).map(({ operator, total }) => [operator, total]),
  );
  const operators = await allOperators(db);
  return {
    result: operators.map((operator) => {
      const own = open.filter(({ operatorId }) => operatorId === operator.id);
      const { name, email, role } = operator;
      return {
        name,
        email,
        role,
        state: stateOf(operator),
        passkeys: keys.get(operator.id) ?? 0,
        sessions: own.length,
        lastSeenAt: own[0] ? (own[0].lastSeenAt ?? own[0].createdAt).toISOString() : null,
      };
    }),
  };
}

function stateOf({ disabledAt, passwordHash }: Operator) {
  if (disabledAt) return 'disabled';
  return passwordHash === null ? 'invited' : 'active';
}

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
    await recordAct(tx, caller, {
      act: 'operator.added',
      subject: `operator:${row.name}`,
      details: { role },
      at,
    });
    await sendDeskLink({ ...deps, db: tx }, caller, row.id);
  });
}

async function conflictOf(tx: Tx, name: string) {
  return (await operatorByName(tx, name)) ? 'badRequest.username_exists' : 'badRequest.email_exists';
}

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
      details: { from: operator.role, role },
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
    const ended = await endSessions({ ...deps, db: tx }, { operatorId: id });
    await recordAct(tx, caller, {
      act: 'operator.disabled',
      subject: `operator:${stored}`,
      details: { sessions: ended.length },
      at,
    });
    return ended;
  });
}

/** Locks the row. Throws `badRequest.notFound` for a missing or disabled operator. */
export async function requireActive(tx: Tx, name: string): Promise<Operator> {
  const found = await operatorByName(tx, name);
  const operator = found && (await holdOperator(tx, found.id));
  if (!operator) throw new AppError('badRequest.notFound');
  return operator;
}

/**
 * Ends every session of an operator, for a stolen one. Throws `badRequest.notFound` for a missing or disabled operator.
 */
export async function endOperatorSessions(
  deps: EndDeps,
  caller: Caller,
  { name }: { name: string },
): Promise<OutputOf<typeof endOperatorSessionsCall>> {
  const by = requireOperator(caller);
  const ended = await deps.db.transaction(async (tx) => {
    const operator = await requireActive(tx, name);
    const subject = `operator:${operator.name}`;
    const ids = await endSessions({ ...deps, db: tx }, { operatorId: operator.id });
    const details = { sessions: ids.length };
    await recordAct(tx, by, { act: 'operator.sessions-ended', subject, details, at: deps.now() });
    return ids;
  });
  return { ended: ended.length };
}
