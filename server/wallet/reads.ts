import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { offersOf } from '#contract/wallet/bundles.ts';
import {
  type listBundles,
  type listPaymentOptions,
  type listPayments,
  PAYMENTS_PAGE,
  type Payment,
  type readCredits,
  type readPayment,
  type readWallet,
  walletVariantSchema,
} from '#contract/wallet/calls.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import { type Caller, requireMember } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { balanceOf } from './ledger.ts';
import { bundles, type PaymentRow, payments } from './tables.ts';

export async function walletOf(
  deps: Deps,
  caller: Caller,
  { wallet }: ParsedInput<typeof readWallet>,
): Promise<OutputOf<typeof readWallet>> {
  const variant = walletVariantSchema.safeParse(wallet);
  const member = caller.kind === 'member' ? ({ kind: 'member', owner: caller.memberId } as const) : null;
  return {
    bundles: await bundlesOnSale(deps),
    paymentOptions: [...deps.config.paymentMethods],
    variant: variant.success ? variant.data : 'drawer',
    credits: member ? await balanceOf(deps.db, member) : 0,
    currency: 'EUR',
    consentVersion: CONSENT_VERSION,
  };
}

export async function bundleList(deps: Deps): Promise<OutputOf<typeof listBundles>> {
  return { bundles: await bundlesOnSale(deps) };
}

export async function paymentOptionList(deps: Deps): Promise<OutputOf<typeof listPaymentOptions>> {
  return { paymentOptions: [...deps.config.paymentMethods] };
}

export async function creditsOf(deps: Deps, caller: Caller): Promise<OutputOf<typeof readCredits>> {
  const { memberId } = requireMember(caller);
  return { credits: await balanceOf(deps.db, { kind: 'member', owner: memberId }) };
}

/** One of the caller's own payments; somebody else's is answered like one that never was. */
export async function paymentOf(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof readPayment>,
): Promise<Payment> {
  const { memberId } = requireMember(caller);
  const [row] = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.memberId, memberId)));
  if (!row) throw new AppError('badRequest.notFound');
  return toPayment(row);
}

export async function paymentsOf(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof listPayments>,
): Promise<OutputOf<typeof listPayments>> {
  const { memberId } = requireMember(caller);
  const own = eq(payments.memberId, memberId);
  const [total] = await deps.db.select({ count: count() }).from(payments).where(own);
  const rows = await deps.db
    .select()
    .from(payments)
    .where(own)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(PAYMENTS_PAGE)
    .offset((page - 1) * PAYMENTS_PAGE);
  return { result: rows.map(toPayment), total: total?.count ?? 0 };
}

async function bundlesOnSale({ db }: Deps) {
  const rows = await db.select().from(bundles).where(eq(bundles.active, true)).orderBy(bundles.position);
  return offersOf(rows);
}

function toPayment(row: PaymentRow): Payment {
  return {
    payment: row.id,
    status: row.status,
    reason: row.failReason,
    cents: row.cents,
    credits: row.credits,
    currency: row.currency,
    paymentMethod: row.method,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}
