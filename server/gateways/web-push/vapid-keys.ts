import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';

/** Identifies the sender to push services (RFC 8292), as base64url. */
export const vapidKeysSchema = z.object({
  publicKey: z.string().regex(/^B[\w-]{86}$/),
  privateKey: z.string().regex(/^[\w-]{43}$/),
});
export type VapidKeys = z.infer<typeof vapidKeysSchema>;

const FILE = 'web-push-keys.json';

/**
 * The demo's keys, created at the first start, so that browsers stay subscribed over a restart. Throws if the file is
 * invalid.
 */
export async function keptKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, FILE);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept !== null) return vapidKeysSchema.parse(JSON.parse(kept));
  const keys = webPush.generateVAPIDKeys();
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys;
}
