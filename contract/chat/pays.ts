import * as z from 'zod/mini';
import { prices } from '../wallet/prices.ts';
import type { ChatType } from './session.ts';

/** Whole minutes, highest first. A performer learns the highest that a viewer's credits carry, and never the balance. */
export const PAYS_FROM = [60, 15, 5, 1] as const;

/** 0: less than a minute. */
export const paysFromSchema = z.literal([...PAYS_FROM, 0]);
export type PaysFrom = z.infer<typeof paysFromSchema>;

/** The step for a balance, at the price of a show or of paid chat, which a free chat may become. */
export function paysFrom(credits: number, type: ChatType): PaysFrom {
  const price = type === 'vip' ? prices.vipMinute : prices.chatMinute;
  return PAYS_FROM.find((minutes) => minutes * price <= credits) ?? 0;
}
