import type { PerformerCard } from '#contract/performers/directory-calls.ts';
import { isLive } from '#contract/performers/looks.ts';

/** Parts of a list, in order: live, planned to be live soon, all others. */
export type Group = 'live' | 'soon' | 'rest';

/** More live performers than this have cards of the usual size. */
export const FEW = 12;

/** Splits a page of a list, and keeps its order. Promoted performers, the first `ahead`, stay in front. */
export function groupCards(
  cards: readonly PerformerCard[],
  ahead: number,
): { live: readonly PerformerCard[]; rest: readonly PerformerCard[] } {
  const isFirst = (card: PerformerCard, at: number): boolean => at < ahead || isLive(card.onlineStatus);
  return {
    live: cards.filter(isFirst),
    rest: cards.filter((card, at) => !isFirst(card, at)),
  };
}
