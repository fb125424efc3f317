import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { browserSubscriptions } from './tables.ts';

/** Addresses at a push service are the browser's secrets: whose service it is says enough. */
export const noticesData: PersonalData = {
  tables: ['browser_subscription'],
  async read(db, memberId) {
    const rows = await db
      .select()
      .from(browserSubscriptions)
      .where(eq(browserSubscriptions.memberId, memberId))
      .orderBy(asc(browserSubscriptions.id));
    return {
      'notice-browsers': rows.map(({ endpoint, createdAt, renewedAt }) => ({
        service: new URL(endpoint).host,
        since: createdAt,
        renewedAt,
      })),
    };
  },
  async erase(tx, memberId) {
    await tx.delete(browserSubscriptions).where(eq(browserSubscriptions.memberId, memberId));
  },
};
