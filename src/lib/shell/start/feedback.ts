import { atom } from 'nanostores';

export interface Toast {
  readonly kind: 'success' | 'error';
  /** Text as shown, already in the page's language. */
  readonly text: string;
  /** ms for which it is shown; default if missing. */
  readonly stands?: number;
}

/** The latest toast; the host shows each object once. */
export const $toast = atom<Toast | null>(null);

export function showToast(kind: Toast['kind'], text: string, stands?: number): void {
  $toast.set({ kind, text, ...(stands && { stands }) });
}

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
