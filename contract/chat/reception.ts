import * as z from 'zod/mini';

/** ms of silence after which viewers and the performer are told: shorter pauses are normal. */
export const SILENT_AFTER_MS = 10_000;

/** What is wrong with a performer's stream, as measured by the media server. */
export const receptionSchema = z.object({
  /** The picture stands still or is missing; nothing is charged. */
  isFrozen: z.boolean(),
  /** Nothing was heard for ten seconds. */
  isSilent: z.boolean(),
});
export type Reception = z.infer<typeof receptionSchema>;

export const goodReception: Reception = { isFrozen: false, isSilent: false };
