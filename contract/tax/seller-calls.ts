import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { versionField } from '../form-version.ts';
import { quarterSchema, sellerSchema, sellerStates } from './seller.ts';

export const readSeller = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/seller',
  summary:
    'Returns the performer’s payout and tax details, and what the tax authority is told of her by year',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** Null until she has given them, or if they were sealed with another secret. */
    details: z.nullable(sellerSchema),
    /** Sent with a change, so that it does not overwrite another one unseen. */
    version: z.string(),
    state: z.enum(sellerStates),
    /** The day from which payouts wait for them; null if they do not. */
    heldFrom: z.nullable(z.iso.date()),
    /** Years with payouts, newest first. */
    years: z.array(z.object({ year: z.int(), quarters: z.array(quarterSchema) })),
  }),
  errors: [],
});
export type OwnSeller = z.infer<typeof readSeller.output>;

export const saveSeller = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/seller',
  summary: 'Replaces the performer’s payout and tax details',
  access: 'performer',
  input: z.extend(sellerSchema, {
    /** As read with the details that are changed. */
    version: versionField,
  }),
  output: z.object({ version: z.string() }),
  // `fields` of badRequest.invalid.input names those that do not fit the others.
  errors: ['badRequest.factor.required', 'badRequest.form.changed'],
});

/** Her own figures of a year as a PDF, so not a call. Below the studio's API, with key and language in the query. */
export const sellerFile = (year: number): string => `/api/studio/seller/${year}.pdf`;
