import { z } from 'zod';

const idSchema = z.string().min(1).max(64);

/** Where somebody is in the wallet, as a browser's tab keeps it; never the consent, which is given for each payment. */
export const keptWalletSchema = z.object({
  step: z.enum(['package', 'pay']),
  /** Id of a bundle. */
  bundle: idSchema.nullable(),
  /** Id of a payment option. */
  option: idSchema.nullable(),
  /** Waited for; `beside` the page, in a tab of its own. */
  payment: z.object({ id: idSchema, beside: z.boolean() }).nullable(),
});
export type KeptWallet = z.infer<typeof keptWalletSchema>;
