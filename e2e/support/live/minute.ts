/** Length of a paid minute in the live journeys, in seconds: short enough to wait for, long enough for a reload. */
export const MINUTE_SECONDS = 20;
