import { atom } from 'nanostores';

interface Late {
  readonly drop: () => void;
  /** Not opened by a click: only Escape drops it. */
  readonly isTold: boolean;
}

/** The dialog or drawer that was opened but is not shown yet, because its code is loading; null if none. */
export const $late = atom<Late | null>(null);

/** Drops the previous late dialog or drawer. */
export function startLate(drop: () => void, isTold = false): void {
  dropLate();
  $late.set({ drop, isTold });
}

const isLate = (drop: () => void): boolean => $late.get()?.drop === drop;

/** Call when a dialog or drawer is shown or no longer wanted. Keeps another one that is late by now. */
export function endLate(drop: () => void): void {
  if (isLate(drop)) $late.set(null);
}

export function dropLate(): void {
  const late = $late.get();
  $late.set(null);
  late?.drop();
}

/** Opens a dialog or drawer once its code has loaded, unless the user has done something else meanwhile. */
export function openLate<Part>(loading: Promise<Part>, open: (part: Part) => unknown): Promise<unknown> {
  const drop = () => {};
  startLate(drop);
  return loading.then((part) => isLate(drop) && open(part)).finally(() => endLate(drop));
}
