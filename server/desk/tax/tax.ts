import { dayOf, monthSpan } from '#contract/day.ts';
import {
  type listReportYears as listReportYearsCall,
  type listSellers as listSellersCall,
  OSS_THRESHOLD_CENTS,
  type readVat as readVatCall,
} from '#contract/desk/money/tax-calls.ts';
import { spanOf } from '#contract/desk/reports/law.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { monthsOfQuarter, type Quarter, quarterOf, sellerStateOf } from '#contract/tax/seller.ts';
import { isMemberState, placeOf } from '#contract/tax/vat.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { allSellers, type SellerRow } from '#server/performers/records/sellers.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { sellerFigures } from '#server/studio/earnings/seller-figures.ts';
import { isDoubtful, soldIn, taxedOf } from '#server/wallet/books/vat-sums.ts';
import { keptPayouts } from '#server/wallet/payouts/reads.ts';

type Reading = Pick<Deps, 'config' | 'db' | 'now'>;
type Vat = OutputOf<typeof readVatCall>;

export async function readVat(
  deps: Reading,
  caller: Caller,
  { quarter = quarterOf(dayOf(deps.now())) }: ParsedInput<typeof readVatCall>,
): Promise<Vat> {
  requireOperator(caller);
  const { config, db } = deps;
  const { first, next } = monthsOfQuarter(quarter);
  const all = await soldIn(db, { from: monthSpan(first).from, to: monthSpan(next).from });
  const rows = new Map<string, Vat['result'][number]>();
  for (const sold of all) {
    const { country, percent, base, vat } = taxedOf(config, sold);
    const of = quarterOf(sold.day);
    const row = `${country}-${percent}-${of}`;
    const before = rows.get(row) ?? { base: 0, vat: 0 };
    const scheme = schemeOf(config, country);
    const sums = { base: before.base + base, vat: before.vat + vat };
    rows.set(row, { row, quarter: of, country, scheme, rate: String(percent), ...sums });
  }
  const result = [...rows.values()].sort((one, other) => (one.row < other.row ? -1 : 1));
  const doubtful = all.filter((sold) => sold.cents > 0 && isDoubtful(sold));
  return {
    result,
    oss: result.filter(({ scheme }) => scheme === 'oss'),
    isOn: config.vatOss,
    abroad: await soldAbroad(deps, quarter.slice(0, 4)),
    threshold: OSS_THRESHOLD_CENTS,
    doubtful: doubtful.reduce((sum, { count }) => sum + count, 0),
  };
}

const schemeOf = ({ homeVat }: Deps['config'], country: string): Vat['result'][number]['scheme'] => {
  if (country === homeVat.country) return 'home';
  return isMemberState(country) ? 'oss' : 'outside';
};

/** Cents without VAT of a year, to members whom the evidence places in other member states. */
async function soldAbroad({ config, db }: Reading, year: string): Promise<number> {
  const all = await soldIn(db, spanOf(year));
  return all.reduce((sum, sold) => {
    const country = placeOf(sold.evidence)?.country ?? config.homeVat.country;
    return schemeOf(config, country) === 'oss' ? sum + taxedOf(config, sold).base : sum;
  }, 0);
}

export interface ReportedSeller {
  performerId: number;
  row: SellerRow | undefined;
  quarters: readonly Quarter[];
  /** She lives in a member state, and has given her details. */
  isReported: boolean;
}

/** Everyone who was paid in a year, or was asked for her details. */
export async function sellersIn(deps: Pick<Deps, 'config' | 'db'>, year: number): Promise<ReportedSeller[]> {
  const figures = await sellerFigures(deps, { year });
  const rows = await allSellers(deps.db);
  const ids = [...new Set([...figures.keys(), ...rows.keys()])].sort((one, other) => one - other);
  return ids.map((performerId) => {
    const row = rows.get(performerId);
    const quarters = figures.get(performerId)?.get(year) ?? [];
    const isReported = quarters.length > 0 && isMemberState(row?.country ?? '');
    return { performerId, row, quarters, isReported };
  });
}

export async function listSellers(
  deps: Reading,
  caller: Caller,
  { year = dayOf(deps.now()).slice(0, 4) }: ParsedInput<typeof listSellersCall>,
): Promise<OutputOf<typeof listSellersCall>> {
  requireOperator(caller);
  const all = await sellersIn(deps, Number(year));
  const names = await performersFor(deps, inHouse).names(all.map(({ performerId }) => performerId));
  const sum = (quarters: readonly Quarter[], of: keyof Quarter) =>
    quarters.reduce((total, quarter) => total + quarter[of], 0);
  const never = { askedAt: null, savedAt: null, reminders: 0 };
  return {
    result: all.map(({ performerId, row, quarters, isReported }) => ({
      performer: performerId,
      username: names.get(performerId) ?? '',
      state: sellerStateOf(row ?? never, deps.config.sellerDays, deps.now()),
      country: row?.country ?? null,
      reported: isReported,
      paid: sum(quarters, 'paid'),
      fees: sum(quarters, 'fees'),
      activities: sum(quarters, 'activities'),
    })),
    missing: all.filter(({ row, quarters }) => quarters.length > 0 && !row?.savedAt).length,
  };
}

export async function listReportYears(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof listReportYearsCall>> {
  requireOperator(caller);
  const byYear = Map.groupBy(await keptPayouts(db), ({ paidAt }) => dayOf(paidAt).slice(0, 4));
  const years = [...byYear].sort(([one], [other]) => (one < other ? 1 : -1));
  return {
    result: years.map(([year, payouts]) => ({
      year,
      sellers: new Set(payouts.map(({ performerId }) => performerId)).size,
      paid: payouts.reduce((sum, { cents }) => sum + cents, 0),
    })),
  };
}
