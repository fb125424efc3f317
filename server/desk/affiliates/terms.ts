import { count, eq } from 'drizzle-orm';
import { addDays, dayOf } from '#contract/day.ts';
import type {
  acceptTerms as acceptTermsCall,
  addAffiliate as addAffiliateCall,
  listAffiliateTerms as listAffiliateTermsCall,
  Partner,
  readAffiliateTerms as readAffiliateTermsCall,
} from '#contract/desk/money/affiliate-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { versionOf } from '#contract/form-version.ts';
import { AFFILIATE_TERMS_VERSION } from '#contract/tracking/affiliate.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { readAffiliateOverview } from '#server/member/read-affiliate-overview.ts';
import type { Deps } from '#server/ports/deps.ts';
import { affiliates } from '../tables.ts';

type Row = typeof affiliates.$inferSelect;
type Writing = Pick<Deps, 'db' | 'now'>;

/** Days for which a code is listed that brought somebody without an affiliate of that code. */
const LISTED_DAYS = 365;

const versionOfPartner = (row: Row | undefined): string =>
  versionOf(row ? [row.name, row.termsVersion, row.acceptedOn, row.recordedAt] : null);

function shown(affiliate: string, row: Row | undefined): Partner {
  const isCurrent = row?.termsVersion === AFFILIATE_TERMS_VERSION;
  return {
    affiliate,
    name: row?.name ?? null,
    state: row ? (isCurrent ? 'current' : 'earlier') : 'missing',
    terms: row?.termsVersion ?? null,
    acceptedOn: row?.acceptedOn ?? null,
    by: row?.recordedBy ?? null,
    at: row?.recordedAt.toISOString() ?? null,
    version: versionOfPartner(row),
  };
}

export async function readAffiliateTerms(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof readAffiliateTermsCall>> {
  requireOperator(caller);
  const [row] = await db
    .select({ accepted: count() })
    .from(affiliates)
    .where(eq(affiliates.termsVersion, AFFILIATE_TERMS_VERSION));
  return { terms: AFFILIATE_TERMS_VERSION, accepted: row?.accepted ?? 0 };
}

export async function listAffiliateTerms(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
): Promise<OutputOf<typeof listAffiliateTermsCall>> {
  requireOperator(caller);
  const rows = new Map((await deps.db.select().from(affiliates)).map((row) => [row.code, row]));
  const to = dayOf(deps.now());
  const seen = await readAffiliateOverview(deps, { from: addDays(to, -LISTED_DAYS), to });
  const codes = new Set([...rows.keys(), ...seen.map(({ affiliate }) => affiliate)]);
  codes.delete('');
  return { result: [...codes].sort().map((code) => shown(code, rows.get(code))) };
}

/** Throws `badRequest.idempotency.conflict` if there is an affiliate with the code. */
export async function addAffiliate(
  deps: Writing,
  caller: Caller,
  input: ParsedInput<typeof addAffiliateCall>,
): Promise<true> {
  return record(deps, caller, input, (row) => {
    if (row) throw new AppError('badRequest.idempotency.conflict');
    return 'affiliate.added';
  });
}

/** Throws `badRequest.form.changed` if the affiliate has changed since it was seen. */
export async function acceptTerms(
  deps: Writing,
  caller: Caller,
  { version, ...input }: ParsedInput<typeof acceptTermsCall>,
): Promise<true> {
  return record(deps, caller, input, (row) => {
    if (versionOfPartner(row) !== version) throw new AppError('badRequest.form.changed');
    return 'affiliate.terms-accepted';
  });
}

/** `check` throws for a row that cannot be changed so, or names the act. */
async function record(
  { db, now }: Writing,
  caller: Caller,
  { affiliate: code, name, acceptedOn }: Omit<ParsedInput<typeof acceptTermsCall>, 'version' | 'reason'>,
  check: (row: Row | undefined) => 'affiliate.added' | 'affiliate.terms-accepted',
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  if (acceptedOn > dayOf(at)) throw new AppError('badRequest.invalid.input', { fields: ['acceptedOn'] });
  const accepted = {
    name,
    termsVersion: AFFILIATE_TERMS_VERSION,
    acceptedOn,
    recordedBy: by.name,
    recordedAt: at,
  };
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(affiliates).where(eq(affiliates.code, code)).for('update');
    const act = check(row);
    const stored = row
      ? await tx.update(affiliates).set(accepted).where(eq(affiliates.code, code)).returning()
      : await tx
          .insert(affiliates)
          .values({ code, ...accepted })
          .onConflictDoNothing()
          .returning();
    if (stored.length === 0) throw new AppError('badRequest.form.changed');
    await recordAct(tx, by, { act, subject: `affiliate:${code}`, at });
  });
  return true;
}
