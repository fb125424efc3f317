import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { BooksViolation } from '#server/ledger/check-books.ts';
import { accounts, payoutKinds, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { payouts } from './tables.ts';

type Reading = Pick<Db, 'select'>;

const back = alias(transfers, 'back');
const returned = alias(payouts, 'returned');
const [giver, taker] = [alias(accounts, 'giver'), alias(accounts, 'taker')];
const reference = sql<string>`'payout:' || ${payouts.performerId} || ':' || ${payouts.month}`;

/** Payouts whose transfers differ from them, and transfers of payouts without one. */
export async function wrongPayouts(db: Reading): Promise<BooksViolation[]> {
  const paid = sql`('payout', ${payouts.credits}::bigint, ${reference}, 'performer', ${payouts.performerId}::text)`;
  const undone = sql`('payout-return', ${payouts.credits}::bigint, ${reference}, 'performer', ${payouts.performerId}::text)`;
  const differing = await db
    .select({ payout: reference })
    .from(payouts)
    .leftJoin(transfers, eq(transfers.id, payouts.transferId))
    .leftJoin(giver, eq(giver.id, transfers.fromAccount))
    .leftJoin(back, eq(back.id, payouts.returnTransferId))
    .leftJoin(taker, eq(taker.id, back.toAccount))
    .where(
      sql`(${transfers.kind}, ${transfers.amount}, ${transfers.reference}, ${giver.kind}, ${giver.owner})
          is distinct from ${paid}
        or (${payouts.returnTransferId} is not null
          and (${back.kind}, ${back.amount}, ${back.reference}, ${taker.kind}, ${taker.owner})
            is distinct from ${undone})`,
    );
  const unknown = await db
    .select({ payout: transfers.reference })
    .from(transfers)
    .leftJoin(payouts, eq(payouts.transferId, transfers.id))
    .leftJoin(returned, eq(returned.returnTransferId, transfers.id))
    .where(and(inArray(transfers.kind, payoutKinds), isNull(payouts.id), isNull(returned.id)));
  return [...differing, ...unknown].map(({ payout }) => ({ fault: 'payout', payout }));
}
