import { and, asc, inArray } from 'drizzle-orm';
import { type listMovements as call, MOVEMENTS_PAGE } from '#contract/desk/people/member-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { auditRows } from '#server/audit/tables.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { movementsOf } from '#server/ledger/movements-of.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { paymentsOfTransfers } from '#server/wallet/purchase/member-payments.ts';

export async function listMovements(
  deps: Deps,
  caller: Caller,
  { memberId, before }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const rows = await movementsOf(deps.db, { memberId, before, limit: MOVEMENTS_PAGE + 1 });
  const page = rows.slice(0, MOVEMENTS_PAGE);
  const paid = await paymentsOfTransfers(
    deps.db,
    page.map(({ transfer }) => transfer.id),
  );
  const names = await performersFor(deps, inHouse).names(
    page.flatMap(({ other }) => (other.kind === 'performer' ? Number(other.owner) : [])),
  );
  const causes = await causesOf(deps, page, paid);
  return {
    movements: page.map(({ entry, transfer, other }) => ({
      entry: entry.id,
      transfer: transfer.id,
      at: transfer.createdAt.toISOString(),
      kind: transfer.kind,
      reference: transfer.reference,
      credits: entry.amount,
      balance: entry.balanceAfter ?? 0,
      other: `${other.kind}:${other.owner}`,
      performer: other.kind === 'performer' ? (names.get(Number(other.owner)) ?? null) : null,
      payment: paid.get(transfer.id) ?? null,
      ...(causes.get(transfer.id) ?? { by: null, reason: null }),
    })),
    more: rows.length > page.length,
  };
}

type Row = Awaited<ReturnType<typeof movementsOf>>[number];

/** Who caused a transfer at the desk, and why: goodwill names the transfer in its audit row, a refund the payment. */
async function causesOf({ db }: Deps, rows: readonly Row[], paid: ReadonlyMap<number, string>) {
  const subjects = rows.flatMap(({ transfer }) => subjectOf(transfer, paid) ?? []);
  const causes = new Map<number, { by: string; reason: string | null }>();
  if (subjects.length === 0) return causes;
  const acts = await db
    .select()
    .from(auditRows)
    .where(
      and(
        inArray(auditRows.subject, subjects),
        inArray(auditRows.act, ['member.credited', 'payment.refunded']),
      ),
    )
    .orderBy(asc(auditRows.id));
  // Several refunds of one payment are told apart by their time, which audit row and transfer have in common.
  for (const { transfer } of rows) {
    const subject = subjectOf(transfer, paid);
    const act = acts.find((one) => one.subject === subject && +one.at === +transfer.createdAt);
    if (subject !== null && act) causes.set(transfer.id, { by: act.actor, reason: act.reason });
  }
  return causes;
}

/** Subject of the audit row that an operator's act has; null for transfers of other causes. */
function subjectOf({ id, kind }: Row['transfer'], paid: ReadonlyMap<number, string>): string | null {
  if (kind === 'goodwill') return `transfer:${id}`;
  return kind === 'refund' ? `payment:${paid.get(id)}` : null;
}
