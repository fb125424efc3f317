import * as z from 'zod/mini';
import { cappedText, lengthOf, tidyLine } from '../../fields.ts';
import { snapshotSchema } from '../../image.ts';
import { trimBlank } from '../../input.ts';

/** User-perceived characters of what viewers read while a performer is in pause. */
export const AWAY_MAX = 80;

export const refuseAwayText = (text: string): 'long' | null =>
  lengthOf(trimBlank(text)) > AWAY_MAX ? 'long' : null;

export const awayTextSchema = cappedText(AWAY_MAX, tidyLine);

/** What viewers read and see while she is in pause. */
export const awaySchema = z.object({
  text: z.string(),
  /** One of her pictures that is not explicit. */
  picture: z.nullable(snapshotSchema),
});
export type Away = z.infer<typeof awaySchema>;
