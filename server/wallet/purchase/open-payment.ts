import { and, desc, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { pathOnSite } from '#contract/site/site-path.ts';
import { type Evidence, placeOf } from '#contract/tax/vat.ts';
import { bankCountries } from '#contract/wallet/payment.ts';
import type { openPayment as call } from '#contract/wallet/purchase-calls.ts';
import { returnPath } from '#contract/wallet/return-page.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requireOpenWallet } from '../limits/reads.ts';
import { bundles, type PaymentRow, payments, withdrawals } from '../tables.ts';

type Input = ParsedInput<typeof call> & { readonly requestKey: string };

type Consented = Input & { readonly consentedAt: Date; readonly createdAt: Date };

/** ms until an order expires. */
const PAYABLE_FOR = 60 * 60 * 1000;

/**
 * Opens a payment at the provider. The row is written first, so that no order exists without one; the provider is
 * called outside any transaction. Idempotent by request key.
 */
export async function openPayment(
  deps: Deps,
  caller: Caller,
  parsed: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const returnUrl = pathOnSite(parsed.returnUrl, deps.config.publicUrl);
  if (returnUrl === null) throw new AppError('badRequest.invalid.input', { fields: ['returnUrl'] });
  const input = { ...parsed, returnUrl, requestKey: parsed.requestKey ?? deps.newId() };
  const member = requireMember(caller);
  await requireOpenWallet(deps.db, member.memberId, deps.now());
  const createdAt = deps.now();
  const consentedAt = await consentOf(deps.db, member, input, createdAt);
  if (!consentedAt) throw new AppError('badRequest.consent.required');
  const payment = await storePayment(deps, member, { ...input, consentedAt, createdAt });
  if (payment.bundleId !== input.bundle || payment.method !== input.paymentMethod) {
    throw new AppError('badRequest.idempotency.conflict');
  }
  const placed = payment.redirectUrl ? payment : await createOrder(deps, payment, input);
  if (!placed.redirectUrl) throw new AppError('UNAVAILABLE');
  return { payment: placed.id, redirectUrl: placed.redirectUrl };
}

/**
 * When the member consented to immediate delivery: now, or with an earlier purchase under the same text that is paid and
 * not withdrawn; undefined if never, or if it is refused now.
 */
async function consentOf(
  db: Pick<Deps['db'], 'select'>,
  { memberId }: MemberCaller,
  { consent, consentVersion }: Input,
  now: Date,
): Promise<Date | undefined> {
  if (consent !== undefined) return consent ? now : undefined;
  const [earlier] = await db
    .select({ at: payments.consentedAt })
    .from(payments)
    .leftJoin(withdrawals, eq(withdrawals.paymentId, payments.id))
    .where(
      and(
        eq(payments.memberId, memberId),
        eq(payments.consentVersion, consentVersion),
        eq(payments.state, 'success'),
        isNull(withdrawals.paymentId),
      ),
    )
    .orderBy(desc(payments.consentedAt))
    .limit(1);
  return earlier?.at;
}

/** Returns the row of this request key, new or from an earlier attempt. */
async function storePayment(deps: Deps, member: MemberCaller, input: Consented): Promise<PaymentRow> {
  const { memberId } = member;
  const own = and(eq(payments.memberId, memberId), eq(payments.requestKey, input.requestKey));
  const [earlier] = await deps.db.select().from(payments).where(own);
  if (earlier) return earlier;
  const [bundle] = await deps.db
    .select()
    .from(bundles)
    .where(and(eq(bundles.id, input.bundle), eq(bundles.active, true)));
  if (!bundle) throw new AppError('badRequest.invalid.bundle');
  const option = deps.config.paymentMethods.find(({ id }) => id === input.paymentMethod);
  if (!option) throw new AppError('badRequest.invalid.paymentMethod');
  const evidence = evidenceOf(member, input, bankCountries[option.method]);
  const { createdAt } = input;
  const id = deps.newId().replaceAll('-', '');
  await deps.db.transaction(async (tx) => {
    const stored = await tx
      .insert(payments)
      .values({
        id,
        memberId,
        bundleId: bundle.id,
        cents: bundle.cents,
        credits: bundle.credits,
        method: input.paymentMethod,
        provider: deps.payments.provider,
        requestKey: input.requestKey,
        device: input.device,
        fingerprint: input.fingerprint ?? null,
        evidence,
        vatCountry: deps.config.vatOss ? (placeOf(evidence)?.country ?? null) : null,
        consentVersion: input.consentVersion,
        consentedAt: input.consentedAt,
        createdAt,
      })
      .onConflictDoNothing({ target: [payments.memberId, payments.requestKey] })
      .returning({ id: payments.id });
    if (stored.length > 0)
      await recordAct(tx, member, { act: 'payment.opened', subject: `payment:${id}`, at: createdAt });
  });
  const [row] = await deps.db.select().from(payments).where(own);
  if (!row) throw new Error(`Payment ${id} was neither inserted nor found by its request key`);
  return row;
}

function evidenceOf({ request }: MemberCaller, { country }: Input, bank: string | undefined): Evidence[] {
  const pieces = [
    { kind: 'bank', country: bank },
    { kind: 'billing', country },
    { kind: 'network', country: request.location.country },
  ] as const;
  return pieces.flatMap((piece) => (piece.country ? [{ kind: piece.kind, country: piece.country }] : []));
}

/**
 * Two attempts of one request may both get here. The buyer is sent to the order stored first; the other one is unused.
 */
async function createOrder(deps: Deps, payment: PaymentRow, input: Input): Promise<PaymentRow> {
  const { publicUrl, apiUrl } = deps.config;
  const created = await deps.payments
    .create({
      reference: payment.id,
      cents: payment.cents,
      currency: payment.currency,
      method: payment.method,
      description: `${payment.credits} credits`,
      lang: input.lang,
      returnUrl: new URL(returnPath(input.returnUrl, payment.id), publicUrl).href,
      notificationUrl: new URL(`/api/payments/notify/${payment.provider}`, apiUrl).href,
      expiresAt: new Date(deps.now().getTime() + PAYABLE_FOR),
    })
    .catch((cause: unknown) => {
      throw new AppError('UNAVAILABLE', { cause });
    });
  const [stored] = await deps.db
    .update(payments)
    .set({ providerOrder: created.order, redirectUrl: created.redirectUrl })
    .where(and(eq(payments.id, payment.id), isNull(payments.providerOrder), eq(payments.state, 'ready')))
    .returning();
  if (stored) {
    deps.events.record('payment.opened', {
      payment: stored.id,
      cents: stored.cents,
      credits: stored.credits,
    });
    return stored;
  }
  const [first] = await deps.db.select().from(payments).where(eq(payments.id, payment.id));
  return first ?? payment;
}
