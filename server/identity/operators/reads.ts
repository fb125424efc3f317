import { and, asc, eq, isNull } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { type Resealed, resealAll, type SecretChange } from '../seal.ts';
import { operators } from '../tables.ts';

export type Operator = typeof operators.$inferSelect;

type Reader = Pick<Db, 'select'>;

/** Undefined for a missing or disabled operator. */
export async function operatorById(db: Reader, id: number): Promise<Operator | undefined> {
  const [row] = await db
    .select()
    .from(operators)
    .where(and(eq(operators.id, id), isNull(operators.disabledAt)));
  return row;
}

/** Locks the row until the transaction ends. Undefined for a missing or disabled operator. */
export async function holdOperator(db: Reader, id: number): Promise<Operator | undefined> {
  const [row] = await db
    .select()
    .from(operators)
    .where(and(eq(operators.id, id), isNull(operators.disabledAt)))
    .for('update');
  return row;
}

/** Undefined for a missing or disabled operator. */
export async function operatorByEmail(db: Reader, email: string): Promise<Operator | undefined> {
  const [row] = await db
    .select()
    .from(operators)
    .where(and(eq(operators.email, foldEmail(email)), isNull(operators.disabledAt)));
  return row;
}

/** Also disabled ones. */
export async function operatorByName(db: Reader, name: string): Promise<Operator | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.name, name.toLowerCase()));
  return row;
}

/** All, also disabled ones, by name. */
export const allOperators = (db: Reader): Promise<Operator[]> =>
  db.select().from(operators).orderBy(asc(operators.name));

/** Keys of authenticator apps. */
export async function resealCodeKeys(tx: Tx, change: SecretChange): Promise<Resealed> {
  const { id, codeKey } = operators;
  const rows = await tx.select({ id, sealed: codeKey }).from(operators);
  return resealAll(change, 'operator-code-key', rows, (row, resealed) =>
    tx.update(operators).set({ codeKey: resealed }).where(eq(id, row.id)),
  );
}
