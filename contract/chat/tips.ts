import { z } from 'zod';
import { anyChatTextSchema } from './messages.ts';

/** Credits (live spec 5). */
export const TIP_MIN = 100;
export const TIP_MAX = 100_000;

/** A tip above this, in credits, is asked for once more; so is one of more than a fifth of the balance. */
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

export const tipAmountSchema = z.number().int().min(TIP_MIN).max(TIP_MAX);

/** What a tip may be called beside `tip` (live spec 9); what each costs is the brand's (`Brand.tipTypes`). */
export const namedTips = ['wink', 'kiss', 'drink', 'heart', 'gift'] as const;
export type NamedTip = (typeof namedTips)[number];
export const tipTypeSchema = z.enum(['tip', ...namedTips]);
export type TipType = z.infer<typeof tipTypeSchema>;

/** (live spec 7) */
export const tipDataSchema = z.object({
  amount: tipAmountSchema,
  tipType: tipTypeSchema.default('tip'),
  message: anyChatTextSchema.default(''),
  isPublic: z.boolean().default(false),
  /** Meant for the toy: refused, unpaid, where it would not move it. Without it such a tip is a plain one. */
  toy: z.literal(true).optional(),
});
export type TipData = z.infer<typeof tipDataSchema>;

export type TipRefusal = 'amount' | 'credits';

/** Why this tip cannot be sent, or null. Both in credits. */
export function refuseTip(amount: number, balance: number): TipRefusal | null {
  if (!tipAmountSchema.safeParse(amount).success) return 'amount';
  return balance < amount ? 'credits' : null;
}

/** Whether a tip is confirmed before it is sent. Both in credits. */
export const isLargeTip = (amount: number, balance: number): boolean =>
  amount > TIP_ASKED_ABOVE || amount * ASKED_PART > balance;
