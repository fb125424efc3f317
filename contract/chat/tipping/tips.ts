import * as z from 'zod/mini';
import { anyChatTextSchema } from '../../fields.ts';

/** Credits (live spec 5). */
export const TIP_MIN = 100;
export const TIP_MAX = 100_000;

/** Above this many credits a tip needs confirmation; also above a fifth of the balance. */
export const TIP_ASKED_ABOVE = 1000;
const ASKED_PART = 5;

/** Buttons of the tip tab, in credits (live spec 9). */
export const tipPresets = [
  { name: 'rose', amount: 100 },
  { name: 'kiss', amount: 250 },
  { name: 'loving', amount: 500 },
  { name: 'love', amount: 750 },
  { name: 'rockIt', amount: 1000 },
  { name: 'diamond', amount: 2500 },
] as const;

export const tipAmountSchema = z.int().check(z.minimum(TIP_MIN), z.maximum(TIP_MAX));

/** Names of tips beside `tip` (live spec 9); the brand sets what each costs (`Brand.tipTypes`). */
export const namedTips = ['wink', 'kiss', 'drink', 'heart', 'gift'] as const;
export type NamedTip = (typeof namedTips)[number];
export const tipTypeSchema = z.enum(['tip', ...namedTips]);
export type TipType = z.infer<typeof tipTypeSchema>;

/** (live spec 7) */
export const tipDataSchema = z.object({
  amount: tipAmountSchema,
  tipType: z._default(tipTypeSchema, 'tip'),
  message: z._default(anyChatTextSchema, ''),
  isPublic: z._default(z.boolean(), false),
  /** For the toy: refused, unpaid, if it would not move it. Without this flag the tip is a plain one. */
  toy: z.optional(z.literal(true)),
  /** Name of an item of the performer's menu with this price: refused, unpaid, if it is not on it. Never moves the toy. */
  item: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
});
export type TipData = z.infer<typeof tipDataSchema>;

/** What is stored of a tip's input: all of it, unless the tip is refused. */
export type StoredTipData = Omit<TipData, 'toy'>;

/** Whether two tips ask for the same. A missing item is null in the database. */
export const isSameTip = (
  one: Partial<StoredTipData>,
  other: { readonly [Name in keyof StoredTipData]?: StoredTipData[Name] | null },
): boolean =>
  Object.keys(tipDataSchema.shape)
    .filter((name): name is keyof StoredTipData => name !== 'toy')
    .every((name) => (one[name] ?? null) === (other[name] ?? null));

export type TipRefusal = 'amount' | 'credits';

/** Why this tip can't be sent, or null. Amounts in credits. */
export function refuseTip(amount: number, balance: number): TipRefusal | null {
  if (!tipAmountSchema.safeParse(amount).success) return 'amount';
  return balance < amount ? 'credits' : null;
}

/** True if a tip needs confirmation before it is sent. Amounts in credits. */
export const isLargeTip = (amount: number, balance: number): boolean =>
  amount > TIP_ASKED_ABOVE || amount * ASKED_PART > balance;
