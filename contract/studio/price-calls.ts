import * as z from 'zod/mini';
import { chatPricesSchema, isIn, type PriceRules, unitLengths } from '../chat/prices.ts';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { versionField } from '../form-version.ts';

const rangeSchema = z.object({ min: z.int(), max: z.int(), step: z.int() });

export const readPrices = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/prices',
  summary: 'Returns the performer’s own prices, what the operator allows, and whether somebody pays now',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    prices: chatPricesSchema,
    /** What she may ask, in credits per minute; null if all performers ask the specification's prices. */
    rules: z.nullable(
      z.object({ chat: rangeSchema, vip: rangeSchema, unitSeconds: z.literal([...unitLengths]) }),
    ),
    /** Sent with a change, so that it does not overwrite another one unseen. */
    version: z.string(),
    paying: z.object({
      /** Somebody pays, or has asked for a show. */
      isPaid: z.boolean(),
      /** Until when rests can be used that viewers have paid for; null without any. */
      restsUntil: z.nullable(moment),
    }),
    /** Cents that she is paid for 100 credits; null if the operator has set no rate. */
    payoutRate: z.nullable(z.int()),
  }),
  errors: [],
});
export type StudioPrices = z.infer<typeof readPrices.output>;

/** The fields of a change that lie outside what the operator allows. */
export const refusePrices = (
  rules: Omit<PriceRules, 'unitSeconds'>,
  prices: { chat: number; vip: number },
): ('chat' | 'vip')[] => (['chat', 'vip'] as const).filter((name) => !isIn(rules[name], prices[name]));

/** Above any price that an operator can allow. */
const price = z.int().check(z.minimum(1), z.maximum(1_000_000));

export const savePrices = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/prices',
  summary: 'Changes what the performer asks for a minute of chat and of VIP, while nobody pays',
  access: 'performer',
  input: z.object({
    chat: price,
    vip: price,
    /** As read with the prices that are changed. */
    version: versionField,
  }),
  output: z.object({ prices: chatPricesSchema, version: z.string() }),
  // `fields` of the error names the prices that the operator does not allow.
  errors: [
    'badRequest.notFound',
    'badRequest.factor.required',
    'badRequest.price.range',
    'badRequest.form.changed',
    'badRequest.price.paid',
  ],
});
