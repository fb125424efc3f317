import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import {
  type listBundles as listBundlesCall,
  type listPaymentOptions as listPaymentOptionsCall,
  type listPayments as listPaymentsCall,
  PAYMENTS_PAGE,
  type Payment,
  type readCredits as readCreditsCall,
  type readPayment as readPaymentCall,
  type readWallet as readWalletCall,
  walletVariantSchema,
} from '#contract/wallet/purchase-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import type { Deps } from '#server/ports/deps.ts';
import { coolOffOf } from '../limits/reads.ts';
import { owedBy } from '../returns/debts.ts';
import { payments } from '../tables.ts';
import { bundlesOnSale, toPayment } from './reads.ts';

export async function readWallet(
  deps: Deps,
  caller: Caller,
  { wallet }: ParsedInput<typeof readWalletCall>,
): Promise<OutputOf<typeof readWalletCall>> {
  const { prices: rules } = deps.config;
  const variant = walletVariantSchema.safeParse(wallet);
  const member = caller.kind === 'member' ? ({ kind: 'member', owner: caller.memberId } as const) : null;
  const until = member && (await coolOffOf(deps.db, member.owner, deps.now()));
  return {
    bundles: await bundlesOnSale(deps),
    ...(deps.config.vatOss && { billing: { country: caller.request.location.country } }),
    ...(rules && { minutePrices: { min: rules.chat.min, max: rules.chat.max } }),
    paymentOptions: [...deps.config.paymentMethods],
    variant: variant.success ? variant.data : 'drawer',
    credits: member ? await balanceOf(deps.db, member) : 0,
    owed: member ? await owedBy(deps.db, member.owner) : 0,
    coolOffUntil: until?.toISOString() ?? null,
    currency: 'EUR',
    consentVersion: CONSENT_VERSION,
  };
}

export async function listBundles(deps: Deps): Promise<OutputOf<typeof listBundlesCall>> {
  return { bundles: await bundlesOnSale(deps) };
}

export async function listPaymentOptions(deps: Deps): Promise<OutputOf<typeof listPaymentOptionsCall>> {
  return { paymentOptions: [...deps.config.paymentMethods] };
}

export async function readCredits(deps: Deps, caller: Caller): Promise<OutputOf<typeof readCreditsCall>> {
  const { memberId } = requireMember(caller);
  return { credits: await balanceOf(deps.db, { kind: 'member', owner: memberId }) };
}

/** Another member's payment is treated like a missing one. */
export async function readPayment(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof readPaymentCall>,
): Promise<Payment> {
  const { memberId } = requireMember(caller);
  const [row] = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.memberId, memberId)));
  if (!row) throw new AppError('badRequest.notFound');
  return toPayment(row);
}

export async function listPayments(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof listPaymentsCall>,
): Promise<OutputOf<typeof listPaymentsCall>> {
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
