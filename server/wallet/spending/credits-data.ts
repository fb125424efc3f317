import { and, asc, eq } from 'drizzle-orm';
import { eqFixed } from '#server/db/fixed.ts';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';

/** Every movement of the member's credits. The books stay. */
export const creditsData: PersonalData = {
  tables: [],
  async read(db, memberId) {
    const isOwn = and(eqFixed(accounts.kind, 'member'), eq(accounts.owner, String(memberId)));
    return {
      credits: await db
        .select({
          at: transfers.createdAt,
          kind: transfers.kind,
          reference: transfers.reference,
          credits: entries.amount,
          free: transfers.free,
          balance: entries.balanceAfter,
        })
        .from(entries)
        .innerJoin(accounts, eq(accounts.id, entries.accountId))
        .innerJoin(transfers, eq(transfers.id, entries.transferId))
        .where(isOwn)
        .orderBy(asc(entries.id)),
    };
  },
  async erase() {},
};
