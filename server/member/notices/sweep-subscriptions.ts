import { not } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { isSubscribed } from './reads.ts';
import { browserSubscriptions } from './tables.ts';

/** Forgets browsers that were logged out, and those that nobody renewed for 60 days. */
export async function sweepSubscriptions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const counts = isSubscribed(db, now());
  if (counts) await db.delete(browserSubscriptions).where(not(counts));
}
