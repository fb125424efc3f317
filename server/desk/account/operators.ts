import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm';
import {
  type disableOperator as disableOperatorCall,
  type endOperatorSessions as endOperatorSessionsCall,
  type listOperators as listOperatorsCall,
  operatorVersion,
} from '#contract/desk/account/account-calls.ts';
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
import { requireFresh } from './fresh.ts';

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
        version: versionOf(operator),
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
  caller: Caller,
  { name, email, role, language }: NewOperator,
): Promise<true> {
  const by = requireOperator(caller);
  await requireFresh(deps, by);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(operators)
      .values({ name: name.toLowerCase(), email: foldEmail(email), role, language, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: operators.id, name: operators.name });
    if (!row) throw new AppError(await conflictOf(tx, name));
    const subject = `operator:${row.name}`;
    await recordAct(tx, by, { act: 'operator.added', subject, details: { role }, at });
    await sendDeskLink({ ...deps, db: tx }, by, row.id);
  });
  return true;
}

async function conflictOf(tx: Tx, name: string) {
  return (await operatorByName(tx, name)) ? 'badRequest.username_exists' : 'badRequest.email_exists';
}

/** Mails a new one-time link. Throws `badRequest.notFound` for a missing or disabled operator. */
export async function sendOperatorLink(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: Caller,
  { name }: { name: string },
): Promise<true> {
  const by = requireOperator(caller);
  await requireFresh(deps, by);
  const operator = await operatorByName(deps.db, name);
  if (!operator) throw new AppError('badRequest.notFound');
  await sendDeskLink(deps, by, operator.id);
  return true;
}

/** `version`: of what an owner has seen; undefined in the shell. */
interface Change {
  readonly name: string;
  readonly version?: string;
}

/** Counts at once, also in open sessions. Throws `badRequest.notFound` for a missing or disabled operator. */
export async function setOperatorRole(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { role, ...change }: Change & { role: OperatorRole },
): Promise<true> {
  const by = requireOperator(caller);
  await requireFresh(deps, by);
  await deps.db.transaction(async (tx) => {
    const operator = await holdSeen(tx, by, change);
    if (operator.role === role) return;
    if (operator.isLastOwner) throw new AppError('badRequest.operator.lastOwner');
    await tx.update(operators).set({ role }).where(eq(operators.id, operator.id));
    await recordAct(tx, by, {
      act: 'operator.role-set',
      subject: `operator:${operator.name}`,
      details: { from: operator.role, role },
      at: deps.now(),
    });
  });
  return true;
}

/**
 * Takes away an operator's access for good: ends every session and invalidates the link. Works at once, without a
 * confirmation. Throws `badRequest.notFound` for a missing or disabled operator.
 */
export async function disableOperator(
  deps: EndDeps,
  caller: Caller,
  change: Change,
): Promise<OutputOf<typeof disableOperatorCall>> {
  const by = requireOperator(caller);
  const at = deps.now();
  const ended = await deps.db.transaction(async (tx) => {
    const { id, name, isLastOwner } = await holdSeen(tx, by, change);
    if (isLastOwner) throw new AppError('badRequest.operator.lastOwner');
    await erasePasskeys(tx, { kind: 'operator', operatorId: id });
    const none = { disabledAt: at, passwordHash: null, codeKey: null };
    await tx.update(operators).set(none).where(eq(operators.id, id));
    await closeLinks(tx, { operatorId: id, at });
    const ids = await endSessions({ ...deps, db: tx }, { operatorId: id });
    const details = { sessions: ids.length };
    await recordAct(tx, by, { act: 'operator.disabled', subject: `operator:${name}`, details, at });
    return ids;
  });
  return { ended: ended.length };
}

/**
 * Throws like `requireActive`, and `badRequest.form.changed` if it is not as the owner has seen it. At the desk an owner
 * must remain; only the shell can go on without one.
 */
async function holdSeen(
  tx: Tx,
  { login }: OperatorCaller,
  { name, version }: Change,
): Promise<Operator & { readonly isLastOwner: boolean }> {
  // First and in order of the ids, so that two owners who disable each other do not wait for each other.
  const owners =
    login === null
      ? null
      : await tx
          .select({ id: operators.id, passwordHash: operators.passwordHash })
          .from(operators)
          .where(and(eq(operators.role, 'owner'), isNull(operators.disabledAt)))
          .orderBy(asc(operators.id))
          .for('update');
  const operator = await requireActive(tx, name);
  if (version !== undefined && version !== versionOf(operator)) throw new AppError('badRequest.form.changed');
  const others = owners?.filter(({ id, passwordHash }) => id !== operator.id && passwordHash !== null);
  return { ...operator, isLastOwner: operator.role === 'owner' && others?.length === 0 };
}

const versionOf = (operator: Operator): string =>
  operatorVersion({ role: operator.role, state: stateOf(operator) });

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
