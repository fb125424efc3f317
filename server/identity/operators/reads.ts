import { and, asc, eq, isNull } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import type { Db } from '#server/ports/database.ts';
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
