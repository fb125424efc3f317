/** Prefix of the keys that say that this browser gets notices for a member (docs/storage.md). */
const MEMBER_NOTICES = 'messenger:notices:';

/** Called when a performer turns on hers here: a browser tells one person. Apart, because no other page needs it. */
export function forgetMemberNotices(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(MEMBER_NOTICES)) localStorage.removeItem(key);
  } catch {
    // No storage.
  }
}
