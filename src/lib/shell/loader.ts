import { atom } from 'nanostores';

/** A wait shorter than this shows nothing. */
export const LOADER_DELAY_MS = 300;

/** How many things the page is waiting for. */
export const $waiting = atom(0);

/** Counts the work as waited for until it ends, well or badly. */
export async function withLoader<Result>(work: Promise<Result>): Promise<Result> {
  $waiting.set($waiting.get() + 1);
  try {
    return await work;
  } finally {
    $waiting.set($waiting.get() - 1);
  }
}
