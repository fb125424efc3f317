import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { monthField } from '../fields.ts';

/** The affiliates of a month, as CSV. */
export const AFFILIATES_FILE = '/api/desk/affiliates.csv';

export const listAffiliates = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/affiliates',
  summary: 'Returns visits, registrations and first purchases of a month by affiliate code',
  access: 'operator',
  roles: ['finance'],
  input: z.object({ month: monthField }),
  output: z.object({
    result: z.array(
      z.object({
        /** Empty for visitors and members without an affiliate. */
        affiliate: z.string(),
        /** Of visitors who consented to measuring. */
        visits: z.int(),
        /** Each counts once a day. */
        visitors: z.int(),
        registrations: z.int(),
        firstPurchases: z.int(),
        /** Of these purchases. */
        cents: z.int(),
      }),
    ),
  }),
  errors: [],
});
