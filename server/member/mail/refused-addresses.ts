import { and, eq, gt, lte } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { keyedHash } from '#server/identity/seal.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { refusedAddresses } from '../tables.ts';

/** ms for which a refusal is remembered. */
const KEPT_MS = 365 * 24 * 3600 * 1000;

type Refusals = Pick<Deps, 'config' | 'now'> & { readonly db: Pick<Db, 'select' | 'insert' | 'delete'> };

/** Marks of this moment or earlier have expired. */
const expiryAt = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** The table has addresses of people without an account too, so it does not store them. */
const hashOf = ({ config }: Pick<Deps, 'config'>, email: string): string =>
  keyedHash(config, 'refused', foldEmail(email));

/** Since when mails to an address are refused for good; null if they are not, or if that was a year ago. */
export async function refusedSince(
  deps: Pick<Deps, 'config' | 'now'> & { readonly db: Pick<Db, 'select'> },
  email: string,
): Promise<Date | null> {
  const [row] = await deps.db
    .select({ at: refusedAddresses.refusedAt })
    .from(refusedAddresses)
    .where(
      and(
        eq(refusedAddresses.addressHash, hashOf(deps, email)),
        gt(refusedAddresses.refusedAt, expiryAt(deps.now())),
      ),
    );
  return row?.at ?? null;
}

/** Marks an address from now on. Returns whether it had no mark. */
export async function markRefused(deps: Refusals, email: string): Promise<boolean> {
  const refusedAt = deps.now();
  const marked = await deps.db
    .insert(refusedAddresses)
    .values({ addressHash: hashOf(deps, email), refusedAt })
    .onConflictDoUpdate({
      target: refusedAddresses.addressHash,
      set: { refusedAt },
      setWhere: lte(refusedAddresses.refusedAt, expiryAt(refusedAt)),
    })
    .returning();
  return marked.length > 0;
}

/** Removes the mark of an address. Returns whether it had one. */
export async function forgetRefusal(
  deps: Pick<Deps, 'config'> & { readonly db: Pick<Db, 'delete'> },
  email: string,
): Promise<boolean> {
  const removed = await deps.db
    .delete(refusedAddresses)
    .where(eq(refusedAddresses.addressHash, hashOf(deps, email)))
    .returning();
  return removed.length > 0;
}

/** Deletes marks that are a year old. */
export async function sweepRefusals({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(refusedAddresses).where(lte(refusedAddresses.refusedAt, expiryAt(now())));
}
