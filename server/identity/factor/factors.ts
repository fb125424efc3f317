import { and, eq, gte, isNotNull, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { FACTOR_MINUTES, hasFactor } from '#contract/studio/account/factor-calls.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PerformerCaller } from '../caller.ts';
import { countPasskeys } from '../passkeys/passkeys.ts';
import { type Resealed, resealAll, type SecretChange } from '../seal.ts';
import { loginUndos, passkeys, performerFactors, sessions } from '../tables.ts';
import { countRecoveryCodes, eraseRecoveryCodes } from './recovery-codes.ts';

type FactorRow = typeof performerFactors.$inferSelect;

/** Undefined if she was never offered one and has no app. */
export async function factorRow(db: Pick<Db, 'select'>, performerId: number): Promise<FactorRow | undefined> {
  const [row] = await db.select().from(performerFactors).where(eq(performerFactors.performerId, performerId));
  return row;
}

/** Locks the row until the transaction ends: of two requests with the same code one succeeds. */
export async function holdFactor(
  tx: Pick<Tx, 'select'>,
  performerId: number,
): Promise<FactorRow | undefined> {
  const [row] = await tx
    .select()
    .from(performerFactors)
    .where(eq(performerFactors.performerId, performerId))
    .for('update');
  return row;
}

/** Creates or changes the row. */
export async function storeFactor(
  tx: Pick<Tx, 'insert'>,
  performerId: number,
  change: Partial<Omit<FactorRow, 'performerId'>>,
): Promise<void> {
  await tx
    .insert(performerFactors)
    .values({ performerId, ...change })
    .onConflictDoUpdate({ target: performerFactors.performerId, set: change });
}

/** Uses up the codes of a period and of those before it. */
export async function redeemPeriod(
  tx: Pick<Tx, 'update'>,
  performerId: number,
  codePeriod: number,
): Promise<void> {
  await tx.update(performerFactors).set({ codePeriod }).where(eq(performerFactors.performerId, performerId));
}

/** What of a performer can prove that it is her, besides the password. */
export async function factorsOf({ db, brand }: Pick<Deps, 'db' | 'brand'>, performerId: number) {
  const row = await factorRow(db, performerId);
  const owner = { kind: 'performer', performerId } as const;
  return {
    app: row?.codeSince ?? null,
    offeredAt: row?.offeredAt ?? null,
    passkeys: brand.hasFeature('passkeys') ? await countPasskeys(db, owner) : 0,
    recoveryCodes: await countRecoveryCodes(db, performerId),
  };
}

/** Whether a login should lead to the offer of a second factor: it is required, or she has not answered yet. */
export async function offersFactor(
  { db, brand, config }: Pick<Deps, 'db' | 'brand' | 'config'>,
  performerId: number,
): Promise<boolean> {
  // Without its pages nothing can lead to the one of the factor.
  if (!brand.hasFeature('studio')) return false;
  if (config.secondFactor === 'required') return true;
  const factors = await factorsOf({ db, brand }, performerId);
  return factors.offeredAt === null && !hasFactor(factors);
}

/** Notes a proof of the second factor in a login. */
export async function noteFactor(
  tx: Pick<Tx, 'update'>,
  { sessionId, at }: { sessionId: string; at: Date },
): Promise<void> {
  await tx.update(sessions).set({ factorAt: at }).where(eq(sessions.id, sessionId));
}

/** Until when the login's last proof counts; null if it must be proved again. */
export async function provedUntil(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  sessionId: string,
): Promise<Date | null> {
  const [row] = await db.select({ at: sessions.factorAt }).from(sessions).where(eq(sessions.id, sessionId));
  if (!row?.at) return null;
  const until = new Date(row.at.getTime() + FACTOR_MINUTES * 60_000);
  return until > now() ? until : null;
}

/**
 * The one door of acts that are worth money to a thief: payout details, prices, keys, password and the factor itself
 * (server/testing/rules/factor-calls.ts lists them). Throws `badRequest.factor.required` unless this login has proved
 * a second factor within FACTOR_MINUTES. A performer without one passes: where the operator requires one, her login
 * opens nothing but the set-up.
 */
export async function requireRecentFactor(
  deps: Pick<Deps, 'db' | 'brand' | 'now'>,
  { performerId, sessionId }: Pick<PerformerCaller, 'performerId' | 'sessionId'>,
): Promise<void> {
  if (!hasFactor(await factorsOf(deps, performerId))) return;
  if ((await provedUntil(deps, sessionId)) === null) throw new AppError('badRequest.factor.required');
}

/**
 * Call after a removal. Keeps the last factor where the operator requires one: throws `badRequest.factor.last`. Without
 * a factor no earlier proof counts any more, and no recovery code.
 */
export async function noteRemoved(
  deps: Pick<Deps, 'brand' | 'config'> & { readonly db: Tx },
  performerId: number,
): Promise<void> {
  if (hasFactor(await factorsOf(deps, performerId))) return;
  if (deps.config.secondFactor === 'required') throw new AppError('badRequest.factor.last');
  await eraseRecoveryCodes(deps.db, performerId);
  await deps.db
    .update(sessions)
    .set({ factorAt: null })
    .where(and(eq(sessions.performerId, performerId), isNull(sessions.endedAt)));
}

const noApp = { codeKey: null, codePeriod: null, codeSince: null };

/** Returns false if there was no app. */
export async function eraseApp(tx: Pick<Tx, 'update'>, performerId: number): Promise<boolean> {
  const removed = await tx
    .update(performerFactors)
    .set(noApp)
    .where(and(eq(performerFactors.performerId, performerId), isNotNull(performerFactors.codeKey)))
    .returning({ performerId: performerFactors.performerId });
  return removed.length > 0;
}

/** Removes what was added since a login that was not hers: app, recovery codes and passkeys. */
export async function eraseFactorsSince(tx: Tx, performerId: number, since: Date): Promise<void> {
  const row = await factorRow(tx, performerId);
  if (row?.codeSince && row.codeSince >= since) await eraseApp(tx, performerId);
  await eraseRecoveryCodes(tx, performerId, since);
  await tx.delete(passkeys).where(and(eq(passkeys.performerId, performerId), gte(passkeys.createdAt, since)));
}

/** Deletes all of a performer who is removed. */
export async function eraseFactors(tx: Pick<Tx, 'delete'>, performerId: number): Promise<void> {
  await eraseRecoveryCodes(tx, performerId);
  await tx.delete(performerFactors).where(eq(performerFactors.performerId, performerId));
  await tx.delete(loginUndos).where(eq(loginUndos.performerId, performerId));
}

/** Keys of performers' authenticator apps. */
export async function resealPerformerKeys(tx: Tx, change: SecretChange): Promise<Resealed> {
  const { performerId, codeKey } = performerFactors;
  const rows = await tx.select({ performerId, sealed: codeKey }).from(performerFactors);
  return resealAll(change, 'performer-code-key', rows, (row, resealed) =>
    tx.update(performerFactors).set({ codeKey: resealed }).where(eq(performerId, row.performerId)),
  );
}
