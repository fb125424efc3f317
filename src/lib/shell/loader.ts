import { atom } from 'nanostores';

/** ms of work before the loader is shown. */
export const LOADER_DELAY_MS = 300;

export const $waiting = atom(0);

/** Counts as waiting until the promise settles. */
export async function withLoader<Result>(work: Promise<Result>): Promise<Result> {
  $waiting.set($waiting.get() + 1);
  try {
    return await work;
  } finally {
    $waiting.set($waiting.get() - 1);
  }
}
