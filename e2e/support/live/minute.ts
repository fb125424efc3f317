/** Of the live journeys' product: short enough to wait for one, long enough for a reload. Delivered media alone uses it up. */
export const MINUTE_SECONDS = 20;
