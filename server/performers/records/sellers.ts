import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { versionOf } from '#contract/form-version.ts';
import { type Seller, type SellerRequest, sellerSchema } from '#contract/tax/seller.ts';
import { type Resealed, resealAll, type SecretChange, seal, unseal } from '#server/identity/seal.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { performerAccounts, performers } from '../tables.ts';
import { sellers } from './tables.ts';

export type SellerRow = typeof sellers.$inferSelect;

/** Undefined for a performer who was neither asked nor has given anything. */
export async function sellerOf(db: Pick<Db, 'select'>, performerId: number): Promise<SellerRow | undefined> {
  const [row] = await db.select().from(sellers).where(eq(sellers.performerId, performerId));
  return row;
}

/** Null if nothing was given, or if it was sealed with another SECRET. */
export function openSeller(secret: string, row: Pick<SellerRow, 'sealed'> | undefined): Seller | null {
  const value = row?.sealed && unseal(secret, 'performer-seller', row.sealed);
  return value ? sellerSchema.parse(JSON.parse(Buffer.from(value).toString())) : null;
}

export const sellerVersion = (seller: Seller | null): string =>
  versionOf(seller && Object.entries(seller).sort());

/** Stores or replaces what a performer has given. */
export async function storeSeller(
  db: Pick<Tx, 'insert'>,
  secret: string,
  { performerId, seller, at }: { performerId: number; seller: Seller; at: Date },
): Promise<void> {
  const sealed = seal(secret, 'performer-seller', Buffer.from(JSON.stringify(seller)));
  const details = { sealed, country: seller.country, savedAt: at };
  await db
    .insert(sellers)
    .values({ performerId, ...details })
    .onConflictDoUpdate({ target: sellers.performerId, set: details });
}

/** By performer, also of those who have left. */
export async function allSellers(db: Pick<Db, 'select'>): Promise<Map<number, SellerRow>> {
  const rows = await db.select().from(sellers);
  return new Map(rows.map((row) => [row.performerId, row]));
}

interface Unanswered extends SellerRequest {
  performerId: number;
}

/** Present performers with a mail address who have not given their details. */
export function unansweredSellers(db: Pick<Db, 'select'>): Promise<Unanswered[]> {
  return db
    .select({
      performerId: performers.id,
      askedAt: sellers.askedAt,
      savedAt: sellers.savedAt,
      reminders: sql<number>`coalesce(${sellers.reminders}, 0)`.mapWith(Number),
    })
    .from(performers)
    .innerJoin(performerAccounts, eq(performerAccounts.performerId, performers.id))
    .leftJoin(sellers, eq(sellers.performerId, performers.id))
    .where(and(isNull(performers.removedAt), isNull(sellers.savedAt)))
    .orderBy(asc(performers.id));
}

/** Notes that a performer was asked, or reminded; false if that has happened since, or if she has answered. */
export async function noteAsked(
  tx: Tx,
  { performerId, askedAt, reminders }: Unanswered,
  at: Date,
): Promise<boolean> {
  if (askedAt === null) {
    const rows = await tx
      .insert(sellers)
      .values({ performerId, askedAt: at })
      .onConflictDoNothing()
      .returning({ id: sellers.performerId });
    return rows.length > 0;
  }
  const rows = await tx
    .update(sellers)
    .set({ reminders: reminders + 1 })
    .where(
      and(
        eq(sellers.performerId, performerId),
        eq(sellers.reminders, reminders),
        isNull(sellers.savedAt),
        isNotNull(sellers.askedAt),
      ),
    )
    .returning({ id: sellers.performerId });
  return rows.length > 0;
}

/** Payout and tax details, also of removed performers. */
export async function resealSellers(tx: Tx, change: SecretChange): Promise<Resealed> {
  const rows = await tx.select({ id: sellers.performerId, sealed: sellers.sealed }).from(sellers);
  return resealAll(change, 'performer-seller', rows, (row, sealed) =>
    tx.update(sellers).set({ sealed }).where(eq(sellers.performerId, row.id)),
  );
}
