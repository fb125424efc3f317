import { createECDH } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';
import type { Browser } from '#contract/member/notices/notice-calls.ts';
import type { WebPushGateway } from '#server/ports/gateways.ts';

export interface WebPushSettings {
  keys: VapidKeys;
  /** Contact for the push service: `mailto:` or https. */
  subject: string;
  /** Allowed hosts, with a port other than 443 if needed, including their subdomains. Nothing is sent elsewhere. */
  services: readonly string[];
}

/** ms after which a silent push service counts as refusing. */
const PATIENCE = 10_000;

export function createWebPush({ keys, subject, services }: WebPushSettings): WebPushGateway {
  const vapidDetails = { subject, ...keys };
  const isTrusted = (endpoint: string): boolean => {
    const { protocol, host, username } = new URL(endpoint);
    return (
      protocol === 'https:' &&
      username === '' &&
      services.some((service) => host === service || host.endsWith(`.${service}`))
    );
  };
  return {
    publicKey: keys.publicKey,
    accepts: ({ endpoint, keys: { p256dh } }) => isTrusted(endpoint) && isPoint(p256dh),
    async send(browser, { text, ttl, topic, urgency }) {
      // The operator may have removed the service meanwhile.
      if (!isTrusted(browser.endpoint)) return 'gone';
      const options = {
        vapidDetails,
        TTL: ttl,
        topic,
        urgency: urgency ?? 'normal',
        contentEncoding: 'aes128gcm',
      } as const;
      const { method, headers, body } = webPush.generateRequestDetails(browser, text, options);
      const answer = await fetch(browser.endpoint, {
        method,
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
      });
      await answer.body?.cancel();
      if (answer.ok) return 'taken';
      if (answer.status === 404 || answer.status === 410) return 'gone';
      // Without the full endpoint: it is the browser's secret.
      throw new Error(`Push service ${new URL(browser.endpoint).host} answered ${answer.status}`);
    },
  };
}

/** Whether the point is on the curve, as the encryption requires. */
function isPoint(p256dh: Browser['keys']['p256dh']): boolean {
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    ours.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Identifies the sender to push services (RFC 8292), as base64url. */
const vapidKeysSchema = z.object({
  publicKey: z.string().regex(/^B[\w-]{86}$/),
  privateKey: z.string().regex(/^[\w-]{43}$/),
});
type VapidKeys = z.infer<typeof vapidKeysSchema>;

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
