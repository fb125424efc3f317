import { addDays, dayOf } from '#contract/day.ts';
import type { listContentChanges as call } from '#contract/desk/change-calls.ts';
import { changesBetween } from '#contract/desk/content-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { NamedPromotion } from '#contract/performers/profile/promotion-file.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { promotionDaysSince } from '#server/performers/promotions/promotion-days.ts';
import type { Deps } from '#server/ports/deps.ts';

type Change = OutputOf<typeof call>['result'][number];

/** Who changed a file is known where files are kept, in the operator's repository. */
export async function listContentChanges(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { since = addDays(dayOf(deps.now()), -1) }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const { before, days } = await promotionDaysSince(deps, since);
  // The first day ever kept has nothing to be compared with.
  const compared = before ? [before, ...days] : days;
  const result = compared
    .slice(1)
    .flatMap(({ day, promotions }, at) =>
      changesOf(compared[at]?.promotions ?? [], promotions).map((change) => ({ day, ...change })),
    );
  return { since, result: result.reverse() };
}

function changesOf(
  before: readonly NamedPromotion[],
  after: readonly NamedPromotion[],
): Omit<Change, 'day'>[] {
  const [old, own] = [before, after].map(
    (all) => new Map(all.map(({ name, promotion }) => [name, promotion])),
  ) as [Map<string, object>, Map<string, object>];
  return [...new Set([...old.keys(), ...own.keys()])].sort().flatMap((promotion): Omit<Change, 'day'>[] => {
    const whole = { promotion, field: null, before: null, after: null };
    if (!old.has(promotion)) return [{ ...whole, change: 'added' }];
    if (!own.has(promotion)) return [{ ...whole, change: 'removed' }];
    const changes = changesBetween(old.get(promotion), own.get(promotion));
    return changes.map((one) => ({ promotion, change: 'changed', ...one }));
  });
}
