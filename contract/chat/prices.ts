import * as z from 'zod/mini';
import { onlineStatus } from '../performers/status.ts';
import { prices as specified } from '../wallet/prices.ts';
import type { ChatType } from './session.ts';

/** Seconds that a unit of paid time may last. */
export const unitLengths = [60, 30, 10] as const;
export type UnitSeconds = (typeof unitLengths)[number];

const SECONDS_A_MINUTE = 60;

/** Credits for a minute; a unit costs its part of them, which is whole. */
const perMinute = z.int().check(z.minimum(1));

/** What a performer asks for paid time, copied into each chat when it is joined. */
export const chatPricesSchema = z.object({
  /** Credits for a minute of paid chat. */
  chat: perMinute,
  /** Credits for a minute of a VIP show. */
  vip: perMinute,
  unitSeconds: z.literal([...unitLengths]),
});
export type ChatPrices = z.infer<typeof chatPricesSchema>;

/** The specification's prices (live spec 9), which apply unless the operator lets performers set theirs. */
export const fixedPrices: ChatPrices = {
  chat: specified.chatMinute,
  vip: specified.vipMinute,
  unitSeconds: 60,
};

/** Whether these are the specification's prices. */
export const areFixed = ({ chat, vip, unitSeconds }: ChatPrices): boolean =>
  chat === fixedPrices.chat && vip === fixedPrices.vip && unitSeconds === fixedPrices.unitSeconds;

/** Whether time is paid by the minute. */
export const isMinute = (unitSeconds: number = SECONDS_A_MINUTE): boolean => unitSeconds === SECONDS_A_MINUTE;

/** Credits for a minute: `min`, and from there in steps up to `max`. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** What the operator allows. The dearest chat costs no more than the cheapest show. */
export interface PriceRules {
  readonly chat: PriceRange;
  readonly vip: PriceRange;
  readonly unitSeconds: UnitSeconds;
}

/** A performer's own prices as stored; null for one that she has not set. */
export interface OwnPrices {
  readonly chatPrice: number | null;
  readonly vipPrice: number | null;
}

/** All prices in a range, lowest first. */
export const pricesIn = ({ min, max, step }: PriceRange): number[] =>
  Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, place) => min + place * step);

export const isIn = ({ min, max, step }: PriceRange, credits: number): boolean =>
  credits >= min && credits <= max && (credits - min) % step === 0;

/** The price in the range that is nearest below, for one stored before the operator changed the range. */
function within({ min, max, step }: PriceRange, credits: number): number {
  const inside = Math.min(Math.max(credits, min), max);
  return inside - ((inside - min) % step);
}

/** What a performer asks: her own prices, or the specification's, within what the operator allows. */
export const pricesOf = (rules: PriceRules | null, { chatPrice, vipPrice }: OwnPrices): ChatPrices =>
  rules === null
    ? fixedPrices
    : {
        chat: within(rules.chat, chatPrice ?? fixedPrices.chat),
        vip: within(rules.vip, vipPrice ?? fixedPrices.vip),
        unitSeconds: rules.unitSeconds,
      };

/** Credits for a minute; 0 in free chat. */
export function minuteCredits({ chat, vip }: ChatPrices, type: ChatType): number {
  if (type === 'free') return 0;
  return type === 'vip' ? vip : chat;
}

/** The same at a performer's status: a paused performer costs nothing. */
export const minutePrice = (prices: ChatPrices, type: ChatType, status: number): number =>
  status === onlineStatus.paused ? 0 : minuteCredits(prices, type);

/** Credits for the part of a minute that a unit lasts. */
export const unitPart = (credits: number, unitSeconds: number): number =>
  Math.ceil((credits * unitSeconds) / SECONDS_A_MINUTE);

/** Credits for a unit; 0 in free chat. */
export const unitCredits = (prices: ChatPrices, type: ChatType): number =>
  unitPart(minuteCredits(prices, type), prices.unitSeconds);

/** Credits that a member needs to ask for a show: two minutes of it (live spec 9: 480 at 240). */
export const vipMinimum = ({ vip }: Readonly<Pick<ChatPrices, 'vip'>>): number =>
  (specified.vipMinimum / specified.vipMinute) * vip;
