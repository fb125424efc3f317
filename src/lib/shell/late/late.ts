import { atom } from 'nanostores';

interface Late {
  readonly drop: () => void;
  /** No press asked for it: only Escape drops it. */
  readonly isTold: boolean;
}

/** What was opened and is not shown yet because its code is loading. */
export const $late = atom<Late | null>(null);

/** Drops what was late before. */
export function startLate(drop: () => void, isTold = false): void {
  dropLate();
  $late.set({ drop, isTold });
}

const isLate = (drop: () => void): boolean => $late.get()?.drop === drop;

/** It is shown, or no longer wanted. Something else may be late by now. */
export function endLate(drop: () => void): void {
  if (isLate(drop)) $late.set(null);
}

export function dropLate(): void {
  const late = $late.get();
  $late.set(null);
  late?.drop();
}

/** Opens what a press asked for when its code is there, unless the person has gone on with something else. */
export function openLate<Part>(loading: Promise<Part>, open: (part: Part) => unknown): Promise<unknown> {
  const drop = () => {};
  startLate(drop);
  return loading.then((part) => isLate(drop) && open(part)).finally(() => endLate(drop));
}
