import { join } from 'node:path';
import { dayOf } from '#contract/day.ts';
import { type previewPromotion as call, changesBetween } from '#contract/desk/content-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { defaultLocale } from '#contract/locales.ts';
import { restOf } from '#contract/performers/profile/promotions-calls.ts';
import { missingFeatures } from '#server/content/promises.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { mistakesInWords } from '#server/performers/categories/written-text.ts';
import { shownInEachLocale, unknownModels } from '#server/performers/promotions/list-promotions.ts';
import { readPromotion } from '#server/performers/promotions/load-promotions.ts';
import { siteWith } from '#server/performers/served-files.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function previewPromotion(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'brand'>,
  caller: Caller,
  { name, file }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const { config, brand } = deps;
  const before = brand.edited.promotions.find((one) => one.name === name)?.promotion;
  const isNew = before === undefined;
  const path = join(config.promotionsDir, `${name}.json`);
  const site = siteWith(brand.categories[defaultLocale]);
  const read = readPromotion(path, file, { site });
  if ('mistakes' in read)
    return { isNew, ...read, remarks: [], changes: [], audience: 'everyone', rest: null, shown: null };
  const { promotion } = read;
  const missing = missingFeatures(brand);
  const checked = readPromotion(path, file, {
    site,
    checkText: (field, text) => mistakesInWords(field, text, missing),
  });
  const unknown = await unknownModels(deps, [promotion]);
  return {
    isNew,
    mistakes: [],
    remarks: [
      ...('mistakes' in checked ? checked.mistakes : []),
      ...unknown.map((model) => `${path}: model names ${model}, but no performer has that username.`),
    ],
    changes: changesBetween(before, promotion),
    audience: promotion.audience,
    rest: restOf(promotion, { day: dayOf(deps.now()), isFound: unknown.length === 0 }),
    shown: await shownInEachLocale(deps, promotion),
  };
}
