/** Conversations that stand open at once (platform spec 4). */
export const POPUPS_MAX = 4;
const PHONE_POPUPS = 1;

/** rem that one takes, and that are kept free beside them. */
const POPUP_WIDTH = 21;
const KEPT_FREE = 5;

/** For a page so many rem wide; there is room for one wherever there is a page. */
export function roomFor(width: number, isPhone: boolean): number {
  if (isPhone) return PHONE_POPUPS;
  return Math.min(POPUPS_MAX, Math.max(1, Math.floor((width - KEPT_FREE) / POPUP_WIDTH)));
}

interface Standing {
  readonly other: { readonly userid: number };
}

/** The oldest leave, which come first; not the one that its reader is in. */
export function fitPopups<Popup extends Standing>(
  popups: readonly Popup[],
  { most, held }: { most: number; held: number | null },
): readonly Popup[] {
  let leaving = popups.length - most;
  return popups.filter(({ other }) => {
    if (leaving <= 0 || other.userid === held) return true;
    leaving -= 1;
    return false;
  });
}
