import { sql } from 'drizzle-orm';
import { type ErrorLabel, isErrorLabel } from '#contract/errors.ts';
import { periodStarts } from '#contract/wallet/limits.ts';
import type { Db } from '#server/ports/database.ts';

export interface WishedSpend {
  memberId: number;
  /** Credits. */
  amount: number;
  at: Date;
}

/**
 * What of a member's own limits forbids a spend; null when it fits. `isReal` holds the limits until the transaction ends,
 * so that two at once cannot both fit; a question beforehand holds and notes nothing.
 */
export async function limitRefusal(
  db: Pick<Db, 'select'>,
  { memberId, amount, at }: WishedSpend,
  isReal: boolean,
): Promise<ErrorLabel | null> {
  const { day, week, month } = periodStarts(at);
  const [d, w, m, now] = [day, week, month, at].map((moment) => moment.toISOString());
  const refusal = sql<string | null>`refuse_spending(${memberId}::int, ${amount}::bigint, ${now}::timestamptz,
    array[${d}, ${w}, ${m}]::timestamptz[], ${isReal}::boolean)`;
  const [asked] = await db.select({ label: refusal }).from(sql`(values (1)) as one`);
  const label = asked?.label ?? null;
  if (label !== null && !isErrorLabel(label))
    throw new Error(`the database refused a spend by an unknown label: ${label}`);
  return label;
}
