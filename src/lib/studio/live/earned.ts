import { atom, type ReadableAtom } from 'nanostores';
import { type EarnedMove, type EarnedTotals, newerTotals } from '#contract/studio/numbers/earned.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import type { PageSocket } from '../../api/socket/socket.ts';

/** Movements that the page lists. */
const MOST = 30;

/** What moved, by the page's clock; `move` is null for a time without a connection, whose movements only the totals have. */
export interface EarnedLine {
  readonly id: number;
  /** ms since the epoch. */
  readonly at: number;
  readonly move: EarnedMove | null;
}

export interface Earned {
  /** Null before the first answer. */
  readonly $earned: ReadableAtom<EarnedTotals | null>;
  /** What was earned and given back since the page was opened, newest first. */
  readonly $moves: ReadableAtom<readonly EarnedLine[]>;
}

/**
 * Follows the performer's credits. Totals come from the ledger whole, so none is counted twice. `read` reads the room again,
 * whose answer is passed to `take`.
 */
export function followEarned(
  socket: Pick<PageSocket, 'on' | 'onConnection'>,
  read: () => unknown,
): Earned & { take(totals: EarnedTotals): void; stops: (() => void)[] } {
  const $earned = atom<EarnedTotals | null>(null);
  const $moves = atom<readonly EarnedLine[]>([]);
  let id = 0;
  const note = (moves: readonly (EarnedMove | null)[]) => {
    const at = steadyNow();
    const lines = moves.map((move) => {
      id += 1;
      return { id, at, move };
    });
    $moves.set([...lines.reverse(), ...$moves.get()].slice(0, MOST));
  };
  let midnight: ReturnType<typeof setTimeout> | undefined;
  const take = (totals: EarnedTotals) => {
    const newer = newerTotals($earned.get(), totals);
    $earned.set(newer);
    clearTimeout(midnight);
    // The day's sum begins anew, also if nothing moves.
    midnight = setTimeout(read, newer.dayLeftMs);
  };
  const stops = [
    socket.on('studio-earned', ({ totals, moved }) => {
      take(totals);
      note(moved);
    }),
    socket.onConnection((state) => {
      const [newest] = $moves.get();
      if (state !== 'connected' && newest?.move) note([null]);
    }),
    () => clearTimeout(midnight),
  ];
  return { $earned, $moves, take, stops };
}
