import { config } from 'zod';

/** Zod's error map of this process, read before libraries replace it for everybody (lib/libraries.ts). */
export const errorsBefore = config().customError;
