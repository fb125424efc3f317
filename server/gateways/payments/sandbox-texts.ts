import { z } from 'zod';
import type { PayMethod } from '#contract/wallet/payment.ts';
import { contentOf } from '#server/content/content.ts';
import { outcomes, returnings } from './sandbox.ts';

const text = z.string().trim().min(1);

const schema = z.strictObject({
  title: text,
  notice: text,
  order: text,
  description: text,
  method: text,
  amount: text,
  failing: text,
  disturbed: text,
  closed: text,
  back: text,
  outcomes: z.record(z.enum(outcomes), text),
  givingBack: text,
  returnings: z.record(z.enum(returnings), text),
});
export type SandboxTexts = z.infer<typeof schema>;

/** Not among the site's messages: the sandbox stands for a provider. */
export const sandboxTexts = contentOf('sandbox/payment', schema);

export const methodNames: Readonly<Record<PayMethod, string>> = {
  creditcard: 'Creditcard',
  ideal: 'iDEAL',
  mistercash: 'Bancontact',
  sofortbanking: 'Sofort',
  paysafecard: 'paysafecard',
};
