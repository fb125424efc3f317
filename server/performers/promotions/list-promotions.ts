import { and, inArray } from 'drizzle-orm';
import { figuresOf, fillIn } from '#contract/content/texts.ts';
import { dayOf } from '#contract/day.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { inEachLocale, type Locale } from '#contract/locales.ts';
import type { PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import type { Promotion } from '#contract/performers/profile/promotion-file.ts';
import {
  type listPromotions as call,
  isRunning,
  PROMO_GRID_LIMIT,
  type Promo,
} from '#contract/performers/profile/promotions-calls.ts';
import { isLive, isPaused } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import type { Caller } from '#server/identity/caller.ts';
import { readSession } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Visitor, visitorOf } from '#server/ports/performer-viewer.ts';
import { cardColumns, toCard } from '../directory/card.ts';
import { seenBy } from '../directory/pictures.ts';
import { areShownTo } from '../performers-for.ts';
import { foldUsername } from '../reads.ts';
import { performers } from '../tables.ts';

type PromotionsInput = ParsedInput<typeof call>;

/** Today's promotions for this caller; a grid gets online performers only, at most PROMO_GRID_LIMIT. */
export async function listPromotions(
  deps: Deps,
  caller: Caller,
  input: PromotionsInput,
): Promise<{ result: Promo[] }> {
  const { placements, lang } = input;
  const named = input.memberToken ? await readSession(deps, input.memberToken) : null;
  const now = { day: dayOf(deps.now()), member: (named ?? caller).kind === 'member' };
  const running = deps.brand.promotions.filter(
    (promotion) => placements.includes(promotion.placement) && isRunning(promotion, now),
  );
  const viewer = visitorOf(caller);
  const amounts = figuresOf(deps.config.prices);
  const cards = await cardsOf(deps, running.flatMap(modelOf), { nonNude: input.nonNude, viewer });
  const result = running.flatMap((promotion) => {
    const [model] = modelOf(promotion);
    const card = model === undefined ? undefined : cards.get(foldUsername(model));
    // A removed, suspended or hidden performer is not promoted.
    if (model !== undefined && !card) return [];
    if (promotion.placement !== 'grid') return [shown(promotion, lang, amounts)];
    return card && canBeWatched(card) ? [{ ...shown(promotion, lang, amounts), card }] : [];
  });
  const inGrid = result.filter(({ placement }) => placement === 'grid').slice(0, PROMO_GRID_LIMIT);
  return { result: result.filter((promo) => promo.placement !== 'grid' || inGrid.includes(promo)) };
}

/** The username it names, if any. */
export const modelOf = (promotion: Promotion): string[] =>
  'model' in promotion && promotion.model ? [promotion.model] : [];

const canBeWatched = ({ onlineStatus }: PerformerCard): boolean =>
  isLive(onlineStatus) && !isPaused(onlineStatus);

/** By folded username, without performers who do not exist for this visitor. */
async function cardsOf(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  usernames: readonly string[],
  { nonNude, viewer }: { nonNude: boolean; viewer: Visitor },
): Promise<Map<string, PerformerCard>> {
  if (usernames.length === 0) return new Map();
  const rows = await deps.db
    .select(cardColumns)
    .from(performers)
    .where(and(inArray(performers.usernameFolded, usernames.map(foldUsername)), areShownTo(viewer)));
  const seen = seenBy(deps, nonNude);
  return new Map(rows.map((row) => [foldUsername(row.username), toCard(row, seen)]));
}

/** For the editors of promotions, who are told of a performer wherever she hides. */
const everyPlace: Visitor = { location: unknownLocation, blockers: [] };

/** Usernames in promotions without a performer. */
export async function unknownModels(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  promotions: readonly Promotion[],
): Promise<string[]> {
  const named = promotions.flatMap(modelOf);
  const known = await cardsOf(deps, named, { nonNude: true, viewer: everyPlace });
  return [...new Set(named)].filter((username) => !known.has(foldUsername(username)));
}

/** A promotion as visitors see it in each language, whatever its days and audience; a grid has its performer's card. */
export async function shownInEachLocale(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  promotion: Promotion,
): Promise<Readonly<Record<Locale, Promo>>> {
  const models = promotion.placement === 'grid' ? [promotion.model] : [];
  const [card] = (await cardsOf(deps, models, { nonNude: false, viewer: everyPlace })).values();
  return inEachLocale((locale) => ({
    ...shown(promotion, locale, figuresOf(deps.config.prices)),
    ...(card && { card }),
  }));
}

type Amounts = ReturnType<typeof figuresOf>;

function shown(promotion: Promotion, lang: PromotionsInput['lang'], amounts: Amounts): Promo {
  const { placement } = promotion;
  const common = { placement, component: 'other', wallet: false } as const;
  const [model = null] = modelOf(promotion);
  switch (promotion.placement) {
    case 'logo':
      return { ...common, data: { image: promotion.image, model } };
    case 'theme':
      return { ...common, data: { image: null, model, season: promotion.season } };
    case 'grid':
      return { ...common, component: 'profile', data: { image: null, model } };
    case 'overlay':
      return {
        ...targetOf(promotion),
        data: { image: promotion.image ?? null, model, ...textsOf(promotion, lang, amounts) },
      };
    case 'sidebar': {
      const { mobileImageUrl, desktopImageUrl } = promotion;
      const pictures = { image: desktopImageUrl, mobileImageUrl, desktopImageUrl };
      return { ...targetOf(promotion), data: { ...pictures, model, ...textsOf(promotion, lang, amounts) } };
    }
  }
}

type PromotionWithText = Extract<Promotion, { placement: 'overlay' | 'sidebar' }>;

const targetOf = ({ placement, component, wallet }: PromotionWithText) => ({ placement, component, wallet });

function textsOf(
  { words, modal, link }: PromotionWithText,
  lang: PromotionsInput['lang'],
  amounts: Amounts,
): Partial<Promo['data']> {
  const texts = Object.entries(words[lang]).map(([name, text = '']) => [name, fillIn(text, amounts)]);
  return { ...Object.fromEntries(texts), ...(modal && { modal }), ...(link && { link }) };
}
