import type { WorkerOptions } from '../test.ts';

/**
 * Options of live journeys whose only broadcaster is the journey's browser: their worker's product has no cast, which
 * would encode beside it, and its minutes are as long as in the product.
 */
export const withoutCast = { cast: false, minuteSeconds: 60 } satisfies Partial<WorkerOptions>;
