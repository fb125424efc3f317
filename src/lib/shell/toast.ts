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
