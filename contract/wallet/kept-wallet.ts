import * as z from 'zod/mini';

const idSchema = z.string().check(z.minLength(1), z.maxLength(64));

/** The wallet's position, as a browser tab stores it. Never the consent, which is given for each payment. */
export const keptWalletSchema = z.object({
  step: z.enum(['package', 'pay']),
  /** Id of a bundle. */
  bundle: z.nullable(idSchema),
  /** Id of a payment option. */
  option: z.nullable(idSchema),
  /** The awaited payment; `beside` if it is in a separate tab. */
  payment: z.nullable(z.object({ id: idSchema, beside: z.boolean() })),
});
export type KeptWallet = z.infer<typeof keptWalletSchema>;
