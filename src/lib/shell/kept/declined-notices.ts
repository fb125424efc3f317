import { ASK_AGAIN_MS } from '#contract/member/notices/notices.ts';

/** Time at which notices were declined in this browser; kept after logout (docs/storage.md). */
const KEY = 'notices:no';

export function noteNoticesDeclined(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // No storage.
  }
}

/** Returns true without storage, so that the question does not repeat. */
export function hasDeclinedNotices(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEY) ?? 0) < ASK_AGAIN_MS;
  } catch {
    return true;
  }
}
