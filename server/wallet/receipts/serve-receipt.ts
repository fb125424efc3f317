import { dayOf } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale, isLocale } from '#contract/locales.ts';
import { vatOn, vatWithin } from '#contract/wallet/vat.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { findReceipt, toPurchase } from './reads.ts';
import { receiptPdf, type Seller } from './receipt-pdf.ts';

/** A member's own receipt, made when it is asked for; another's is not found. */
export const createServeReceipt =
  (seller: Seller) =>
  async (deps: Deps, { params, caller, query }: RawRequest): Promise<RawAnswer> => {
    const { memberId } = requireMember(caller);
    await deps.limits.take('settings-money', String(memberId));
    const number = (params['file'] ?? '').replace(/\.pdf$/, '');
    const found = await findReceipt(deps, memberId, number);
    if (!found) throw new AppError('badRequest.notFound');
    const purchase = toPurchase(deps, found, new Map());
    const percent = vatOn(deps.config.vatRates, dayOf(found.receipt.issuedAt));
    const asked = query.get('lang') ?? '';
    const body = await receiptPdf({
      purchase,
      seller,
      memberId,
      vat: { percent, cents: vatWithin(purchase.cents, percent) },
      lang: isLocale(asked) ? asked : defaultLocale,
    });
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${seller.brand.toLowerCase()}-${purchase.receipt}.pdf"`,
        'Cache-Control': 'no-store',
      },
      body: new Uint8Array(body),
    };
  };
