import { dayOf } from '#contract/day.ts';
import type { listContent as call } from '#contract/desk/content-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { inEachLocale } from '#contract/locales.ts';
import type { EditedCategory } from '#contract/performers/directory/categories.ts';
import type { NamedPromotion } from '#contract/performers/profile/promotion-file.ts';
import { restOf } from '#contract/performers/profile/promotions-calls.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { countWords } from '#server/performers/categories/written-text.ts';
import { modelOf, unknownModels } from '#server/performers/promotions/list-promotions.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listContent(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'brand'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const { categories, promotions } = deps.brand.edited;
  const unknown = new Set(
    await unknownModels(
      deps,
      promotions.map(({ promotion }) => promotion),
    ),
  );
  const day = dayOf(deps.now());
  return {
    categories: categories.map(categoryOf),
    promotions: promotions.map((one) => promotionOf(one, { day, unknown })),
  };
}

const categoryOf = ({ written: { slug, position, active, texts } }: EditedCategory) => ({
  slug,
  position,
  active,
  texts: inEachLocale((locale) => {
    const { name, updated = null, body } = texts[locale];
    return { name, updated, words: countWords(body) };
  }),
});

function promotionOf(
  { name, promotion }: NamedPromotion,
  { day, unknown }: { day: string; unknown: ReadonlySet<string> },
) {
  const { placement, audience, from = null, until = null, position } = promotion;
  const [username] = modelOf(promotion);
  const isFound = username === undefined || !unknown.has(username);
  return {
    name,
    placement,
    audience,
    from,
    until,
    position,
    model: username === undefined ? null : { username, isFound },
    rest: restOf(promotion, { day, isFound }),
  };
}
