type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>;

/** px between a box and those it must not cover. */
const GAP = 12;

/** Returns the smallest number of px by which a box must move up so that it covers no other box. */
export function liftAbove(box: Box, others: readonly Box[]): number {
  const beside = others.filter(({ left, right }) => left < box.right && right > box.left);
  let lift = 0;
  // From the bottom up: a cleared box is not met again.
  for (const { top, bottom } of beside.sort((a, b) => b.bottom - a.bottom))
    if (top - GAP < box.bottom - lift && bottom + GAP > box.top - lift) lift = box.bottom - top + GAP;
  return lift;
}
