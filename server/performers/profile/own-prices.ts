import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import type { Performer } from '../reads.ts';
import { performers } from '../tables.ts';

type PricesRow = Pick<Performer, 'id' | 'username' | 'hiddenIn' | 'chatPrice' | 'vipPrice'>;

const columns = {
  id: performers.id,
  username: performers.username,
  hiddenIn: performers.hiddenIn,
  chatPrice: performers.chatPrice,
  vipPrice: performers.vipPrice,
};

/**
 * Her prices, with the row locked until the transaction ends: no chat is joined meanwhile. Undefined for a removed
 * performer.
 */
export async function lockPrices(tx: Tx, performerId: number): Promise<PricesRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(performers)
    .where(and(eq(performers.id, performerId), isNull(performers.removedAt)))
    .for('no key update');
  return row;
}

/** Stores the prices of the locked row. Lists and pages follow by `changed_in`. */
export async function storePrices(
  tx: Tx,
  performerId: number,
  { chat, vip }: { chat: number; vip: number },
): Promise<PricesRow> {
  const [row] = await tx
    .update(performers)
    .set({ chatPrice: chat, vipPrice: vip })
    .where(eq(performers.id, performerId))
    .returning(columns);
  if (!row) throw new Error(`Prices of performer ${performerId} were not stored`);
  return row;
}
