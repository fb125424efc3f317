import { ASK_AGAIN_MS } from '#contract/member/notices/notices.ts';

/** When somebody at this browser wanted no notices: it stays, also when the member logs out (docs/storage.md). */
const KEY = 'notices:no';

export function noteNo(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // No storage.
  }
}

/** Where nothing can be kept, nobody is asked again and again. */
export function saidNo(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEY) ?? 0) < ASK_AGAIN_MS;
  } catch {
    return true;
  }
}
