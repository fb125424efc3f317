import { unknownLocation } from '#contract/safety/geo.ts';
import type { CallerRequest } from '#server/identity/caller.ts';

/** What a test's caller calls with. */
export const testRequest: CallerRequest = { id: 'test', clientIp: '127.0.0.1', location: unknownLocation };
