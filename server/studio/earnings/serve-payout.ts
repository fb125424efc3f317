import { dayOf, longDate, monthSpan, TIME_ZONE } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { isoCodes, type Locale, localeOr } from '#contract/locales.ts';
import { sumByKind, sumEarnings } from '#contract/studio/numbers/earnings-calls.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { type EarnedPart, earnedParts } from '#server/chat/receipt/earned.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import { requirePerformer } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { type PayoutRow, payoutsOf } from '#server/wallet/payouts/reads.ts';
import { euroWords, openSheet, type Seller } from '#server/wallet/receipts/sheet.ts';

/** A performer's own payout as a PDF, made on request; 404 for another's. */
export const createServePayout =
  (seller: Seller) =>
  async (deps: Deps, { params, caller, query }: RawRequest): Promise<RawAnswer> => {
    requireFeature(deps, 'studio');
    const { performerId } = requirePerformer(caller);
    await deps.limits.take('settings-money', `performer ${performerId}`);
    const id = idIn((params['file'] ?? '').replace(/\.pdf$/, ''));
    const payout = (await payoutsOf(deps.db, performerId)).find((one) => one.id === id);
    const performer = await performersFor(deps, inHouse).byId(performerId);
    if (!payout || !performer) throw new AppError('badRequest.notFound');
    const lang = localeOr(query.get('lang') ?? '');
    const earned = await earnedParts(deps.db, performerId, monthSpan(payout.month));
    const body = await payoutPdf({ payout, username: performer.username, earned, seller, lang });
    const name = `${seller.brand.toLowerCase()}-${documentTexts.in(lang).payout.file}-${payout.month}-${payout.id}`;
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${name}.pdf"`,
        'Cache-Control': 'no-store',
      },
      body: new Uint8Array(body),
    };
  };

interface Statement {
  payout: PayoutRow;
  username: string;
  /** Of the month. */
  earned: readonly EarnedPart[];
  seller: Seller;
  lang: Locale;
}

/** The month's earnings by kind and the rest of earlier months add up to the credits that were paid. */
function payoutPdf({ payout, username, earned, seller, lang }: Statement): Promise<Buffer> {
  const { payout: t, earnings, receipt } = documentTexts.in(lang);
  const number = (credits: number) => new Intl.NumberFormat(lang).format(credits);
  const money = euroWords(lang, payout.currency);
  const months = new Intl.DateTimeFormat(isoCodes[lang], {
    month: 'long',
    year: 'numeric',
    timeZone: TIME_ZONE,
  });
  const month = months.format(monthSpan(payout.month).from);
  const sheet = openSheet({ title: `${t.title} ${month}`, seller, lang, at: payout.paidAt });
  sheet.row(t.number, String(payout.id));
  sheet.row(t.performer, username);
  sheet.row(t.paidOn, longDate(dayOf(payout.paidAt), lang));
  sheet.row(t.reference, payout.reference);
  if (payout.returnedAt) sheet.row(t.returned, longDate(dayOf(payout.returnedAt), lang));
  for (const { kind, earned: credits } of sumByKind(earned))
    sheet.amount(earnings.kinds[kind], number(credits));
  const earlier = payout.credits - sumEarnings(earned).earned;
  if (earlier !== 0) sheet.amount(earlier > 0 ? t.earlier : t.less, number(earlier));
  sheet.amount(t.credits, number(payout.credits), true);
  sheet.amount(t.rate, money(payout.rate));
  sheet.amount(t.total, money(payout.cents), true);
  sheet.notes(payout.returnedAt ? [fill(t.returnedNote, { amount: money(payout.cents) })] : []);
  sheet.sender(receipt);
  return sheet.end();
}
