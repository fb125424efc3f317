import { createHmac } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { foldEmail } from '#contract/member/credentials.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { refusedAddresses } from './tables.ts';

/** ms for which a refusal is remembered. */
const KEPT_MS = 365 * 24 * 3600 * 1000;

type Refusals = Pick<Deps, 'config'> & { readonly db: Pick<Db, 'select' | 'insert' | 'delete'> };

/** The table has addresses of people without an account too, so it does not store them. */
const hashOf = ({ config }: Pick<Deps, 'config'>, email: string): string =>
  createHmac('sha256', config.secret)
    .update(`refused\n${foldEmail(email)}`)
    .digest('hex');

/** Since when mails to an address are refused for good; null if they are not. */
export async function refusedSince(
  deps: Pick<Deps, 'config'> & { readonly db: Pick<Db, 'select'> },
  email: string,
): Promise<Date | null> {
  const [row] = await deps.db
    .select({ at: refusedAddresses.refusedAt })
    .from(refusedAddresses)
    .where(eq(refusedAddresses.addressHash, hashOf(deps, email)));
  return row?.at ?? null;
}

/** Marks an address, and forgets marks older than a year. Returns whether it had no mark. */
export async function markRefused(deps: Refusals, email: string, at: Date): Promise<boolean> {
  await deps.db
    .delete(refusedAddresses)
    .where(lt(refusedAddresses.refusedAt, new Date(at.getTime() - KEPT_MS)));
  const marked = await deps.db
    .insert(refusedAddresses)
    .values({ addressHash: hashOf(deps, email), refusedAt: at })
    .onConflictDoNothing()
    .returning();
  return marked.length > 0;
}

/** Removes the mark of an address. Returns whether it had one. */
export async function forgetRefusal(deps: Refusals, email: string): Promise<boolean> {
  const removed = await deps.db
    .delete(refusedAddresses)
    .where(eq(refusedAddresses.addressHash, hashOf(deps, email)))
    .returning();
  return removed.length > 0;
}
