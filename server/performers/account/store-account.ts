import { eq } from 'drizzle-orm';
import type { Locale } from '#contract/locales.ts';
import type { Tx } from '#server/ports/database.ts';
import { performerAccounts, performerLinks } from './tables.ts';

/** Stores or replaces where a performer's mails go. */
export async function storeAccount(
  tx: Tx,
  { performerId, email, language, at }: { performerId: number; email: string; language: Locale; at: Date },
): Promise<void> {
  await tx
    .insert(performerAccounts)
    .values({ performerId, email, language, createdAt: at })
    .onConflictDoUpdate({ target: performerAccounts.performerId, set: { email, language } });
}

/** Deletes the e-mail address and the links of a performer. */
export async function eraseAccount(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(performerAccounts).where(eq(performerAccounts.performerId, performerId));
  await tx.delete(performerLinks).where(eq(performerLinks.performerId, performerId));
}
