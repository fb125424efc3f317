import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import { failReasonSchema } from '#contract/wallet/payment.ts';
import { returnKinds } from '#contract/wallet/returns.ts';
import { type SandboxFiles, sandboxFiles } from '../sandbox-files.ts';

const orderSchema = z.object({
  id: z.string(),
  reference: z.string(),
  cents: z.number().int(),
  currency: z.string(),
  method: z.string(),
  description: z.string(),
  lang: storedLang,
  returnUrl: z.string(),
  notificationUrl: z.string(),
  expiresAt: z.iso.datetime(),
  /** The payer's choice, in effect from `from` on. */
  decision: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('paid'), cents: z.number().int(), from: z.iso.datetime() }),
      z.object({ state: z.literal('failed'), reason: failReasonSchema }),
    ])
    .nullable(),
  /** Total money returned. */
  returned: z
    .object({ how: z.enum(returnKinds), cents: z.number().int().positive() })
    .nullable()
    .default(null),
});
export type SandboxOrder = z.infer<typeof orderSchema>;

export type SandboxOrders = SandboxFiles<SandboxOrder>;

export const sandboxOrders = (folder: string): SandboxOrders => sandboxFiles(folder, orderSchema);
