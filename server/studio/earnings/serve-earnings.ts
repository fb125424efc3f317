import { fixedPrices } from '#contract/chat/prices.ts';
import { dayOf, fileMoment, monthSpan } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { monthField } from '#contract/fields.ts';
import { localeOr } from '#contract/locales.ts';
import type { EarningShow } from '#contract/studio/numbers/earnings-calls.ts';
import { csvDialects } from '#contract/wallet/csv.ts';
import { csvFile } from '#server/calls/csv-file.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { earnedParts } from '#server/chat/receipt/earned.ts';
import { documentTexts } from '#server/content/documents.ts';
import { requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { describeShows, showsOf } from './shows.ts';

/**
 * The chats of a month, oldest first, as CSV for spreadsheets of the requested language. Throws
 * `badRequest.invalid.input` for a text that is no month.
 */
export async function serveEarnings(deps: Deps, { caller, query }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const parsed = monthField.safeParse(query.get('month') ?? dayOf(deps.now()).slice(0, 7));
  if (!parsed.success) throw new AppError('badRequest.invalid.input', { fields: ['month'] });
  const month = parsed.data;
  await deps.limits.take('settings-money', `performer ${performerId}`);
  const shows = showsOf(await earnedParts(deps.db, performerId, monthSpan(month))).reverse();
  const described = await describeShows(deps, shows);
  const lang = localeOr(query.get('lang') ?? '');
  const [texts, dialect] = [documentTexts.in(lang).earnings, csvDialects[lang]];
  const hasPrices = deps.config.prices !== null;
  const lines = described.map((show, at) => {
    const { begin, member, seconds, kinds, paid, returned, earned } = show;
    const fields = [
      shows[at]?.day ?? '',
      fileMoment(new Date(begin)),
      kinds.map((kind) => texts.kinds[kind]).join(' + '),
      member,
      seconds,
      paid,
      returned,
      earned,
      ...(hasPrices ? pricesIn(show) : []),
    ];
    return fields;
  });
  const heads = hasPrices ? [...texts.heads, ...texts.priceHeads] : texts.heads;
  return csvFile(`${texts.file}-${month}`, dialect, [heads, ...lines]);
}

/** Credits for a minute of what was paid for; empty for what was not. */
const pricesIn = ({ kinds, prices = fixedPrices }: Pick<EarningShow, 'kinds' | 'prices'>) =>
  (['chat', 'vip'] as const).map((kind) => (kinds.includes(kind) ? prices[kind] : ''));
