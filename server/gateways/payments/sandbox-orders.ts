import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import { failReasonSchema } from '#contract/wallet/payment.ts';
import { returnKinds } from '#contract/wallet/returns.ts';

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
  /** The payer's choice; it takes effect at `from`. */
  decision: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('paid'), cents: z.number().int(), from: z.iso.datetime() }),
      z.object({ state: z.literal('failed'), reason: failReasonSchema }),
    ])
    .nullable(),
  /** Money that has gone back, in all. */
  returned: z
    .object({ how: z.enum(returnKinds), cents: z.number().int().positive() })
    .nullable()
    .default(null),
});
export type SandboxOrder = z.infer<typeof orderSchema>;

/** Ids come back in URLs: nothing else may reach the file system. */
const idPattern = /^[0-9a-f]{24}$/;

export interface SandboxOrders {
  save(order: SandboxOrder): Promise<void>;
  find(id: string): Promise<SandboxOrder | null>;
}

/** One file an order, replaced atomically. */
export function sandboxOrders(folder: string): SandboxOrders {
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  return {
    async save(order) {
      await mkdir(folder, { recursive: true });
      const draft = `${fileOf(order.id)}.${randomUUID()}.tmp`;
      await writeFile(draft, JSON.stringify(order));
      await rename(draft, fileOf(order.id));
    },
    async find(id) {
      if (!idPattern.test(id)) return null;
      const text = await readFile(fileOf(id), 'utf8').catch(() => null);
      return text === null ? null : orderSchema.parse(JSON.parse(text));
    },
  };
}
