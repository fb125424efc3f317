import { dayOf } from '#contract/day.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { refuseStale } from '#contract/form-version.ts';
import { localeOr } from '#contract/locales.ts';
import { heldFrom, refuseSeller, sellerStateOf } from '#contract/tax/seller.ts';
import type {
  readSeller as readSellerCall,
  saveSeller as saveSellerCall,
} from '#contract/tax/seller-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { requireRecentFactor } from '#server/identity/factor/factors.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import { openSeller, sellerOf, sellerVersion, storeSeller } from '#server/performers/records/sellers.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { euroWords, openSheet, type Seller } from '#server/wallet/receipts/sheet.ts';
import { sellerFigures } from './seller-figures.ts';

export async function readSeller(deps: Deps, caller: Caller): Promise<OutputOf<typeof readSellerCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const { sellerDays, secret } = deps.config;
  const row = await sellerOf(deps.db, performerId);
  const details = openSeller(secret, row);
  const request = row ?? { askedAt: null, savedAt: null, reminders: 0 };
  const from = heldFrom(request, sellerDays);
  const years = (await sellerFigures(deps, { performerId })).get(performerId) ?? new Map();
  return {
    details,
    version: sellerVersion(details),
    state: sellerStateOf(request, sellerDays, deps.now()),
    heldFrom: from && dayOf(from),
    years: [...years].map(([year, quarters]) => ({ year, quarters: [...quarters] })).reverse(),
  };
}

/**
 * Replaces the caller's payout and tax details, after her second factor. Throws `badRequest.invalid.input` with the fields
 * that do not fit the others, and `badRequest.form.changed` if they were changed since they were read.
 */
export async function saveSeller(
  deps: Deps,
  caller: Caller,
  { version: seen, ...seller }: ParsedInput<typeof saveSellerCall>,
): Promise<OutputOf<typeof saveSellerCall>> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  await requireRecentFactor(deps, performer);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  const at = deps.now();
  const fields = refuseSeller(seller, at);
  if (fields.length > 0) throw new AppError('badRequest.invalid.input', { fields });
  const sent = sellerVersion(seller);
  await deps.db.transaction(async (tx) => {
    if (!(await holdPerformer(tx, performerId, 'no key update')))
      throw new AppError('badRequest.unauthorized');
    const stored = sellerVersion(openSeller(deps.config.secret, await sellerOf(tx, performerId)));
    refuseStale({ seen, stored, sent });
    if (sent === stored) return;
    await storeSeller(tx, deps.config.secret, { performerId, seller, at });
    await recordAct(tx, caller, { act: 'performer.seller-saved', subject: `performer:${performerId}`, at });
  });
  return { version: sent };
}

/** What the tax authority is told of the caller's year, as a PDF; 404 for a year without payouts. */
export const createServeSeller =
  (house: Seller) =>
  async (deps: Deps, { params, caller, query }: RawRequest): Promise<RawAnswer> => {
    requireFeature(deps, 'studio');
    const { performerId } = requirePerformer(caller);
    await deps.limits.take('settings-money', `performer ${performerId}`);
    const year = Number((params['file'] ?? '').replace(/\.pdf$/, ''));
    const quarters = (await sellerFigures(deps, { year, performerId })).get(performerId)?.get(year);
    const performer = await performersFor(deps, inHouse).byId(performerId);
    if (!quarters || !performer) throw new AppError('badRequest.notFound');
    const lang = localeOr(query.get('lang') ?? '');
    const details = openSeller(deps.config.secret, await sellerOf(deps.db, performerId));
    const { seller: t, receipt } = documentTexts.in(lang);
    const [money, number] = [euroWords(lang, 'EUR'), new Intl.NumberFormat(lang)];
    const sheet = openSheet({ title: fill(t.title, { year }), seller: house, lang, at: deps.now() });
    sheet.row(t.performer, performer.username);
    sheet.row(t.name, details ? `${details.firstName} ${details.lastName}` : t.missing);
    sheet.row(t.taxNumber, details?.taxNumber || t.missing);
    for (const [at, one] of quarters.entries()) {
      const values = { quarter: at + 1, count: number.format(one.activities) };
      sheet.amount(fill(t.paid, values), money(one.paid));
      sheet.amount(fill(t.fees, values), money(one.fees));
    }
    sheet.amount(t.total, money(quarters.reduce((sum, one) => sum + one.paid, 0)), true);
    sheet.notes([fill(t.note, { year })]);
    sheet.sender(receipt);
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${house.brand.toLowerCase()}-${t.file}-${year}.pdf"`,
        'Cache-Control': 'no-store',
      },
      body: new Uint8Array(await sheet.end()),
    };
  };
