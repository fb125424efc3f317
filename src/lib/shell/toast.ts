import { atom } from 'nanostores';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  /** Text as shown, already in the page's language. */
  readonly text: string;
  /** How long it stands, in ms; as long as the others without. */
  readonly stands?: number;
}

/** The latest toast; the host shows each id once. */
export const $toast = atom<Toast | null>(null);

let lastId = 0;

export function showToast(kind: Toast['kind'], text: string, stands?: number): void {
  lastId += 1;
  $toast.set({ id: lastId, kind, text, ...(stands && { stands }) });
}
