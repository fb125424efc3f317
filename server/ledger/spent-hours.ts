import { and, desc, gt, inArray, lt, sql } from 'drizzle-orm';
import { type HourCount, hourOf, isWithin, type Span, whole } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { type TransferKind, transfers } from './tables.ts';

/** Transfers of some kinds by hour, with their credits. Reads only the newest of a long ledger; spans are in order. */
export async function spentHours<Kind extends TransferKind>(
  db: Pick<Db, 'select'>,
  spans: readonly [Span, ...Span[]],
  kinds: readonly Kind[],
): Promise<(HourCount & { kind: Kind; credits: number })[]> {
  const [{ from }] = spans;
  const [before] = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(lt(transfers.createdAt, from))
    .orderBy(desc(transfers.id))
    .limit(1);
  const rows = await db
    .select({
      kind: transfers.kind,
      hour: hourOf(transfers.createdAt),
      count: whole(sql`count(*)`),
      credits: whole(sql`sum(${transfers.amount})`),
    })
    .from(transfers)
    .where(
      and(
        gt(transfers.id, before?.id ?? 0),
        isWithin(transfers.createdAt, spans),
        inArray(transfers.kind, [...kinds]),
      ),
    )
    .groupBy(transfers.kind, hourOf(transfers.createdAt));
  return rows.map((row) => ({ ...row, kind: row.kind as Kind }));
}
