import { type PriceRules, pricesOf } from '#contract/chat/prices.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { pricesVersion, refuseStale } from '#contract/form-version.ts';
import {
  type readPrices as readPricesCall,
  refusePrices,
  type savePrices as savePricesCall,
} from '#contract/studio/price-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { whoPays } from '#server/chat/vip/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { requireRecentFactor } from '#server/identity/factor/factors.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { lockPrices, storePrices } from '#server/performers/profile/own-profile.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export async function readPrices(deps: Deps, caller: Caller): Promise<OutputOf<typeof readPricesCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const { prices: rules, payoutRate } = deps.config;
  const prices = pricesOf(rules, performer);
  const { isPaid, restsUntil } = await whoPays(deps.db, performerId, deps.now());
  return {
    prices,
    rules,
    version: pricesVersion(prices),
    paying: { isPaid, restsUntil: restsUntil?.toISOString() ?? null },
    payoutRate,
  };
}

/**
 * Changes the caller's prices while nobody pays her. Throws `badRequest.notFound` if the operator does not allow own
 * prices, `badRequest.price.range` with the fields outside the bounds, `badRequest.form.changed` if they were changed
 * since they were read, and `badRequest.price.paid` while somebody pays.
 */
export async function savePrices(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof savePricesCall>,
): Promise<OutputOf<typeof savePricesCall>> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  await requireRecentFactor(deps, performer);
  const rules = deps.config.prices;
  if (rules === null) throw new AppError('badRequest.notFound');
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  const fields = refusePrices(rules, input);
  if (fields.length > 0) throw new AppError('badRequest.price.range', { fields });
  return deps.db.transaction((tx) => change(deps, tx, caller, { ...input, performerId, rules }));
}

interface PriceChange extends ParsedInput<typeof savePricesCall> {
  performerId: number;
  rules: PriceRules;
}

async function change(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { performerId, rules, version: seen, chat, vip }: PriceChange,
): Promise<OutputOf<typeof savePricesCall>> {
  const locked = await lockPrices(tx, performerId);
  if (!locked) throw new AppError('badRequest.unauthorized');
  const before = pricesOf(rules, locked);
  const [stored, sent] = [pricesVersion(before), pricesVersion({ chat, vip })];
  refuseStale({ seen, stored, sent });
  if (sent === stored) return { prices: before, version: stored };
  const at = deps.now();
  const { isPaid, restsUntil } = await whoPays(tx, performerId, at);
  if (isPaid || restsUntil) throw new AppError('badRequest.price.paid');
  const row = await storePrices(tx, performerId, { chat, vip });
  const prices = pricesOf(rules, row);
  const act = 'performer.prices-set';
  await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at });
  tx.afterCommit(() => {
    const { username, hiddenIn } = row;
    deps.push.toEveryone('performer-prices', { user: performerId, username, prices }, hiddenIn);
    deps.events.record(act, { performer: performerId, ...prices });
  });
  return { prices, version: sent };
}
