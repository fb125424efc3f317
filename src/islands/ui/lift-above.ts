type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>;

/** px between a box and what it keeps clear of. */
const GAP = 12;

/** By how many px a box has to go up so that it covers none of the others; it goes no further than it has to. */
export function liftAbove(box: Box, others: readonly Box[]): number {
  const beside = others.filter(({ left, right }) => left < box.right && right > box.left);
  let lift = 0;
  // From below: one that is cleared is not met again.
  for (const { top, bottom } of beside.sort((a, b) => b.bottom - a.bottom))
    if (top - GAP < box.bottom - lift && bottom + GAP > box.top - lift) lift = box.bottom - top + GAP;
  return lift;
}
