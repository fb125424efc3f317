import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fileMoment } from '#contract/day.ts';
import { localeOr } from '#contract/locales.ts';
import { csvAmount, csvDialects } from '#contract/wallet/csv.ts';
import { receiptNumber } from '#contract/wallet/receipts-calls.ts';
import { csvFile } from '#server/calls/csv-file.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { documentTexts } from '#server/content/documents.ts';
import { requireMember } from '#server/identity/caller.ts';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { paymentReturns } from '../returns/tables.ts';
import { payments, receipts } from '../tables.ts';

/** Every movement of the caller's credits, oldest first, as CSV for spreadsheets of the requested language. */
export async function serveMovements(deps: Deps, { caller, query }: RawRequest): Promise<RawAnswer> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('settings-money', String(memberId));
  const rows = await movementsOf(deps, memberId);
  const names = await performersFor(deps, inHouse).names(
    rows.filter(({ otherKind }) => otherKind === 'performer').map(({ other }) => Number(other)),
  );
  const lang = localeOr(query.get('lang') ?? '');
  const [texts, dialect] = [documentTexts.in(lang).movements, csvDialects[lang]];
  const lines = rows.map(({ bought, returned, ...row }) => {
    const cents = bought ?? (returned === null ? null : -returned);
    const fields = [
      fileMoment(row.at),
      texts.kinds[row.kind],
      row.otherKind === 'performer' ? (names.get(Number(row.other)) ?? '') : '',
      row.credits,
      row.balance,
      row.year !== null && row.number !== null ? receiptNumber({ year: row.year, number: row.number }) : '',
      cents === null ? null : csvAmount(cents, dialect),
    ];
    return fields;
  });
  return csvFile('credits', dialect, [texts.heads, ...lines]);
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
      bought: payments.cents,
      returned: paymentReturns.cents,
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
    .leftJoin(paymentReturns, eq(paymentReturns.transferId, transfers.id))
    .leftJoin(receipts, eq(receipts.paymentId, sql`coalesce(${payments.id}, ${paymentReturns.paymentId})`))
    .where(and(eq(accounts.kind, 'member'), eq(accounts.owner, String(memberId))))
    .orderBy(asc(entries.id));
}
