/** Maximum of open pop-ups (platform spec 4). */
export const POPUPS_MAX = 4;
const PHONE_POPUPS = 1;

/** rem taken by each, and rem kept free beside them. */
const POPUP_WIDTH = 21;
const KEPT_FREE = 5;

/** Number of pop-ups for a page of this width in rem; at least one. */
export function roomFor(width: number, isPhone: boolean): number {
  if (isPhone) return PHONE_POPUPS;
  return Math.min(POPUPS_MAX, Math.max(1, Math.floor((width - KEPT_FREE) / POPUP_WIDTH)));
}

interface Standing {
  readonly other: { readonly userid: number };
}

/** Removes the oldest, which come first; never the one with the focus. */
export function fitPopups<Popup extends Standing>(
  popups: readonly Popup[],
  { most, focused }: { most: number; focused: number | null },
): readonly Popup[] {
  let leaving = popups.length - most;
  return popups.filter(({ other }) => {
    if (leaving <= 0 || other.userid === focused) return true;
    leaving -= 1;
    return false;
  });
}
