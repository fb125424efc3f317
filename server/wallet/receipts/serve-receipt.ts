import { AppError } from '#contract/errors.ts';
import { defaultLocale, isLocale } from '#contract/locales.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { findReceipt } from './reads.ts';
import { receiptFileOf } from './receipt-file.ts';
import type { Seller } from './receipt-pdf.ts';

/** A member's own receipt, made on request; 404 for another member's. */
export const createServeReceipt =
  (seller: Seller) =>
  async (deps: Deps, { params, caller, query }: RawRequest): Promise<RawAnswer> => {
    const { memberId } = requireMember(caller);
    await deps.limits.take('settings-money', String(memberId));
    const number = (params['file'] ?? '').replace(/\.pdf$/, '');
    const found = await findReceipt(deps, memberId, number);
    if (!found) throw new AppError('badRequest.notFound');
    const lang = query.get('lang') ?? '';
    const file = await receiptFileOf(deps, seller, found, isLocale(lang) ? lang : defaultLocale);
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${file.name}"`,
        'Cache-Control': 'no-store',
      },
      body: new Uint8Array(file.body),
    };
  };
