import type { WorkerOptions } from '../test.ts';

/** Length of a paid minute in the live journeys, in seconds: short enough to wait for, long enough for a reload. */
export const MINUTE_SECONDS = 20;

/**
 * Options of live journeys whose only broadcaster is the journey's browser: their worker's product has no cast, which
 * would encode beside it, and its minutes are as long as in the product.
 */
export const withoutCast = { cast: false, minuteSeconds: 60 } satisfies Partial<WorkerOptions>;
