import { paysFrom } from '#contract/chat/room/sanction-calls.ts';
import { earnedMoves } from '#server/chat/receipt/earned.ts';
import { earnedTotals } from '#server/chat/receipt/earned-totals.ts';
import { agreedPrices } from '#server/chat/session/reads.ts';
import { payingViewers } from '#server/chat/vip/reads.ts';
import { createGroups } from '#server/db/groups.ts';
import type { Moved } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** ms between two rounds of pushes: a page learns of a charge within a second, however many viewers pay. */
const EVERY_MS = 300;
/** Transactions in a round. */
const MOST = 1000;

/** What transactions of this process have moved, told in rounds. */
export interface MovedTelling {
  tell(moved: readonly Moved[]): void;
  /** Resolves when everything is told. */
  close(): Promise<void>;
}

export function openMovedTelling(deps: Deps): MovedTelling {
  const groups = createGroups<readonly Moved[], null>({
    answerAll: async (all) => {
      await tellMoved(deps, all.flat());
      return all.map(() => null);
    },
    everyMs: EVERY_MS,
    most: MOST,
  });
  return {
    // A page that misses a push reads the totals again with the next one, or when it reconnects.
    tell: (moved) =>
      void groups.add(moved).catch(() => deps.events.record('studio.untold', { moved: moved.length })),
    close: groups.close,
  };
}

/**
 * Pushes to performers what they earned or gave back, with their totals, and what their viewers can pay now. The number of
 * statements does not depend on how many moved.
 */
export async function tellMoved(deps: Deps, moved: readonly Moved[]): Promise<void> {
  await tellEarned(deps, moved);
  await tellPays(deps, moved);
}

const ownersOf = (moved: readonly Moved[], kind: 'member' | 'performer'): number[] => [
  ...new Set(
    moved.flatMap(({ from, to }) => [from, to].flatMap((side) => (side.kind === kind ? [side.owner] : []))),
  ),
];

async function tellEarned(deps: Deps, moved: readonly Moved[]): Promise<void> {
  const performerIds = ownersOf(moved, 'performer');
  if (performerIds.length === 0) return;
  const keys = moved.map(({ key }) => key);
  const moves = Map.groupBy(await earnedMoves(deps.db, keys), ({ performerId }) => performerId);
  for (const [performerId, totals] of await earnedTotals(deps, [...moves.keys()])) {
    const own = moves.get(performerId) ?? [];
    deps.push.toPerformer(performerId, 'studio-earned', {
      totals,
      moved: own.map(({ kind, credits, count }) => ({ kind, credits, count })),
    });
  }
}

async function tellPays(deps: Deps, moved: readonly Moved[]): Promise<void> {
  const memberIds = ownersOf(moved, 'member');
  if (memberIds.length === 0) return;
  const rooms = Map.groupBy(await payingViewers(deps.db, memberIds), ({ performerId }) => performerId);
  for (const [performerId, viewers] of rooms)
    deps.push.toPerformer(performerId, 'studio-pays', {
      viewers: viewers.map(({ session, type, credits, ...copied }) => ({
        session,
        paysFrom: paysFrom(credits, type, agreedPrices(copied)),
      })),
      requests: viewers.flatMap(({ request, credits, ...copied }) =>
        request === null ? [] : [{ request, paysFrom: paysFrom(credits, 'vip', agreedPrices(copied)) }],
      ),
    });
}
