import { and, asc, eq, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { csvLine } from '#contract/csv.ts';
import { TIME_ZONE } from '#contract/day.ts';
import { receiptNumber } from '#contract/wallet/receipts-calls.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireMember } from '#server/identity/caller.ts';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import { performerNames } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../purchase/tables.ts';
import { receipts } from './tables.ts';

const columns = ['date', 'kind', 'performer', 'credits', 'balance', 'receipt', 'euro'];
/** Spreadsheets read the file as UTF-8 only with it. */
const BYTE_ORDER_MARK = '\ufeff';
const times = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: TIME_ZONE,
});

/** Every movement of the caller's credits, oldest first. */
export async function serveMovements(deps: Deps, { caller }: RawRequest): Promise<RawAnswer> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('settings-money', String(memberId));
  const rows = await movementsOf(deps, memberId);
  const names = await performerNames(
    deps,
    rows.filter(({ otherKind }) => otherKind === 'performer').map(({ other }) => Number(other)),
  );
  const lines = rows.map((row) =>
    csvLine([
      times.format(row.at),
      row.kind,
      row.otherKind === 'performer' ? (names.get(Number(row.other)) ?? '') : '',
      row.credits,
      row.balance,
      row.year !== null && row.number !== null ? receiptNumber({ year: row.year, number: row.number }) : '',
      row.cents === null ? null : row.cents / 100,
    ]),
  );
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="credits.csv"',
      'Cache-Control': 'no-store',
    },
    body: BYTE_ORDER_MARK + csvLine(columns) + lines.join(''),
  };
}

function movementsOf({ db }: Deps, memberId: number) {
  const otherEntry = alias(entries, 'other_entry');
  const other = alias(accounts, 'other');
  return db
    .select({
      at: transfers.createdAt,
      kind: transfers.kind,
      otherKind: other.kind,
      other: other.owner,
      credits: entries.amount,
      balance: entries.balanceAfter,
      year: receipts.year,
      number: receipts.number,
      cents: payments.cents,
    })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .innerJoin(
      otherEntry,
      and(eq(otherEntry.transferId, transfers.id), ne(otherEntry.accountId, entries.accountId)),
    )
    .innerJoin(other, eq(other.id, otherEntry.accountId))
    .leftJoin(payments, eq(payments.transferId, transfers.id))
    .leftJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(and(eq(accounts.kind, 'member'), eq(accounts.owner, String(memberId))))
    .orderBy(asc(entries.id));
}
