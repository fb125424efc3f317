import { join } from 'node:path';
import type { KnownSite } from '#contract/content/dead-links.ts';
import { figuresOf } from '#contract/content/texts.ts';
import { dayOf } from '#contract/day.ts';
import {
  type previewCategory as categoryCall,
  changesBetween,
  type listContent as listCall,
  type previewPromotion as promotionCall,
} from '#contract/desk/content-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { defaultLocale, inEachLocale, locales } from '#contract/locales.ts';
import {
  CategoryError,
  type EditedCategory,
  type WrittenCategory,
} from '#contract/performers/directory/categories.ts';
import type { NamedPromotion } from '#contract/performers/profile/promotion-file.ts';
import { restOf } from '#contract/performers/profile/promotions-calls.ts';
import { missingFeatures } from '#server/content/promises.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import {
  CATEGORY_FOLDER,
  checkTogether,
  gatherFiles,
  inLanguage,
} from '#server/performers/categories/open-categories.ts';
import {
  countWords,
  mistakesInFile,
  mistakesInWords,
  promisesOfCategory,
  splitFrontMatter,
} from '#server/performers/categories/written-text.ts';
import { modelOf, shownInEachLocale, unknownModels } from '#server/performers/promotions/list-promotions.ts';
import { checkPromotion, readPromotion } from '#server/performers/promotions/load-promotions.ts';
import { isServed, siteWith } from '#server/performers/served-files.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listContent(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'brand'>,
  caller: Caller,
): Promise<OutputOf<typeof listCall>> {
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

type Preview = OutputOf<typeof categoryCall>;

/** Languages without a file keep the published one. */
export async function previewCategory(
  deps: Pick<Deps, 'config' | 'now' | 'brand'>,
  caller: Caller,
  { slug, files }: ParsedInput<typeof categoryCall>,
): Promise<Preview> {
  requireDesk(caller);
  const published = deps.brand.edited.categories;
  const before = published.find(({ written }) => written.slug === slug);
  const isNew = before === undefined;
  const refused = (mistakes: string[]): Preview => ({
    isNew,
    mistakes,
    remarks: [],
    changes: [],
    shown: null,
  });
  const path = `${CATEGORY_FOLDER}/${slug}`;
  let edited: EditedCategory;
  try {
    edited = gatherFiles(
      path,
      slug,
      inEachLocale((locale) => files[locale] ?? before?.files[locale] ?? null),
    );
  } catch (error) {
    if (!(error instanceof CategoryError)) throw error;
    return refused(error.message.split('\n'));
  }
  const all = [...published.filter((one) => one !== before), edited];
  const site = siteOf(all);
  const mistakes = [
    ...checkTogether(all, { folder: CATEGORY_FOLDER, isServed }),
    ...brokenPromotions(deps, site),
  ];
  if (mistakes.length > 0) return refused(mistakes);
  return {
    isNew,
    mistakes,
    remarks: remarksOn(deps, { edited, path, site, files }),
    changes: changesBetween(before && fieldsOf(before.written), fieldsOf(edited.written)),
    shown: inEachLocale((locale) => inLanguage(edited.written, locale, figuresOf(deps.config.prices))),
  };
}

const siteOf = (all: readonly EditedCategory[]): KnownSite =>
  siteWith(all.flatMap(({ written }) => (written.active ? [written] : [])));

/** Published promotions that would lead nowhere: a hidden category has no page. */
const brokenPromotions = ({ config, brand }: Pick<Deps, 'config' | 'brand'>, site: KnownSite): string[] =>
  brand.edited.promotions.flatMap(({ name, promotion }) =>
    checkPromotion(join(config.promotionsDir, `${name}.json`), promotion, { site }),
  );

interface Checked {
  readonly edited: EditedCategory;
  readonly path: string;
  readonly site: KnownSite;
  readonly files: ParsedInput<typeof categoryCall>['files'];
}

/** Only of the files that were sent. */
function remarksOn(
  { now, brand }: Pick<Deps, 'now' | 'brand'>,
  { edited, path, site, files }: Checked,
): string[] {
  const known = { site, today: dayOf(now()) };
  const missing = missingFeatures(brand);
  return locales.flatMap((locale) => {
    const text = files[locale];
    if (text === undefined) return [];
    const file = `${path}/${locale}.md`;
    return [
      ...mistakesInFile(splitFrontMatter(file, text), 'categories', known),
      ...promisesOfCategory(inLanguage(edited.written, locale), missing),
    ].map((what) => `${file}: ${what}.`);
  });
}

/** As an editor writes them. */
function fieldsOf({ position, active, highlight, mobileImageBg, filters, texts }: WrittenCategory) {
  const inLanguages = inEachLocale((locale) => {
    const { body, ...fields } = texts[locale];
    return { ...fields, text: body };
  });
  return { position, active, highlight: highlight.active, mobileImageBg, filters, ...inLanguages };
}

export async function previewPromotion(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'brand'>,
  caller: Caller,
  { name, file }: ParsedInput<typeof promotionCall>,
): Promise<OutputOf<typeof promotionCall>> {
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
