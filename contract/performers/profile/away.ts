import * as z from 'zod/mini';
import { lengthOf } from '../../fields.ts';
import { snapshotSchema } from '../../image.ts';
import { trimBlank } from '../../input.ts';

/** User-perceived characters of what viewers read while a performer is in pause. */
export const AWAY_MAX = 80;

export const refuseAwayText = (text: string): 'long' | null =>
  lengthOf(trimBlank(text)) > AWAY_MAX ? 'long' : null;

/** On one line; the cap in UTF-16 units bounds the work of counting. */
export const awayTextSchema = z.string().check(
  z.maxLength(AWAY_MAX * 16),
  z.overwrite((text) => trimBlank(text.replace(/\s+/g, ' '))),
  z.refine((text) => refuseAwayText(text) === null),
);

/** What viewers read and see while she is in pause. */
export const awaySchema = z.object({
  text: z.string(),
  /** One of her pictures that is not explicit. */
  picture: z.nullable(snapshotSchema),
});
export type Away = z.infer<typeof awaySchema>;
