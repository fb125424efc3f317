import { inArray } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { PerformerCard } from '#contract/performers/directory-calls.ts';
import { isRunning, PROMO_GRID_LIMIT } from '#contract/performers/promo.ts';
import type { Promotion } from '#contract/performers/promotion-file.ts';
import type { listPromotions as call, Promo } from '#contract/performers/promotions-calls.ts';
import { isLive, isPaused } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Caller } from '#server/identity/caller.ts';
import { readSession } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cardColumns, toCard } from '../directory/card.ts';
import { seenBy } from '../directory/pictures.ts';
import { foldUsername } from '../profile/reads.ts';
import { performers } from '../profile/tables.ts';

type PromotionsInput = ParsedInput<typeof call>;

/** Promotions of today for this caller; a grid gets performers who are online, at most PROMO_GRID_LIMIT. */
export async function listPromotions(
  deps: Deps,
  caller: Caller,
  input: PromotionsInput,
): Promise<{ result: Promo[] }> {
  const { whiteLabelToken, placements, lang } = input;
  if (whiteLabelToken !== undefined && whiteLabelToken !== deps.config.apiKey) return { result: [] };
  const named = input.memberToken ? await readSession(deps, input.memberToken) : null;
  const now = { day: dayOf(deps.now()), member: (named ?? caller).kind === 'member' };
  const running = deps.promotions.filter(
    (promotion) => placements.includes(promotion.placement) && isRunning(promotion, now),
  );
  const grid = running.flatMap((promotion) => (promotion.placement === 'grid' ? [promotion.model] : []));
  const cards = await cardsOnNow(deps, grid, input.nonNude);
  const result = running.flatMap((promotion) => {
    if (promotion.placement !== 'grid') return [shown(promotion, lang)];
    const card = cards.get(foldUsername(promotion.model));
    return card ? [{ ...shown(promotion, lang), card }] : [];
  });
  const inGrid = result.filter(({ placement }) => placement === 'grid').slice(0, PROMO_GRID_LIMIT);
  return { result: result.filter((promo) => promo.placement !== 'grid' || inGrid.includes(promo)) };
}

/** By folded username; only performers who can be watched now. */
async function cardsOnNow(
  deps: Deps,
  usernames: readonly string[],
  nonNude: boolean,
): Promise<Map<string, PerformerCard>> {
  if (usernames.length === 0) return new Map();
  const rows = await deps.db
    .select(cardColumns)
    .from(performers)
    .where(inArray(performers.usernameFolded, usernames.map(foldUsername)));
  const seen = seenBy(deps, nonNude);
  return new Map(
    rows
      .filter(({ onlineStatus }) => isLive(onlineStatus) && !isPaused(onlineStatus))
      .map((row) => [foldUsername(row.username), toCard(row, seen)]),
  );
}

function shown(promotion: Promotion, lang: PromotionsInput['lang']): Promo {
  const { placement } = promotion;
  const common = { placement, component: 'other', wallet: false } as const;
  const model = 'model' in promotion ? (promotion.model ?? null) : null;
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
        data: { image: promotion.image ?? null, model, ...textsOf(promotion, lang) },
      };
    case 'sidebar': {
      const { mobileImageUrl, desktopImageUrl } = promotion;
      const pictures = { image: desktopImageUrl, mobileImageUrl, desktopImageUrl };
      return { ...targetOf(promotion), data: { ...pictures, model, ...textsOf(promotion, lang) } };
    }
  }
}

type PromotionWithText = Extract<Promotion, { placement: 'overlay' | 'sidebar' }>;

const targetOf = ({ placement, component, wallet }: PromotionWithText) => ({ placement, component, wallet });

function textsOf(
  { words, modal, link }: PromotionWithText,
  lang: PromotionsInput['lang'],
): Partial<Promo['data']> {
  const said = Object.entries(words[lang]).map(([name, text]) => [name, fillIn(text)]);
  return { ...Object.fromEntries(said), ...(modal && { modal }), ...(link && { link }) };
}

/** Keeps promised and granted amounts equal. */
const fillIn = (text = ''): string => text.replaceAll('{{welcome}}', String(prices.welcome));
