import { createECDH } from 'node:crypto';
import { z } from 'zod';

/** Push services of Chrome and its derivatives, Firefox, Safari, and Edge on Windows. */
const DEFAULT_SERVICES = 'fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com';

export const webPushSchemas = {
  publicKey: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a public key of 65 bytes in base64url')
    .optional(),
  privateKey: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private key of 32 bytes in base64url')
    .optional(),
  subject: z
    .string()
    .regex(/^(mailto:.+@.+|https:\/\/.+)$/, 'must begin with mailto: or https:')
    .optional(),
  services: z
    .string()
    .toLowerCase()
    .default(DEFAULT_SERVICES)
    .transform((list) => list.split(',').map((host) => host.trim()))
    .pipe(z.array(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host like push.apple.com'))),
};

export interface WebPushConfig {
  keys: { publicKey: string; privateKey: string } | null;
  /** Contact for the push services. */
  subject: string;
  /** Hosts of the push services to which notices may be sent. */
  services: readonly string[];
}

interface WebPushEnvironment {
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
  VAPID_SUBJECT?: string | undefined;
  PUSH_SERVICES: readonly string[];
}

/** The subject defaults to the sender of mails. */
export function webPushConfig(env: WebPushEnvironment, mailFrom: string): WebPushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  return {
    keys: publicKey && privateKey ? { publicKey, privateKey } : null,
    subject: env.VAPID_SUBJECT ?? `mailto:${address}`,
    services: env.PUSH_SERVICES,
  };
}

/** What is wrong with the key pair, or null. */
export function webPushMistake(env: Omit<WebPushEnvironment, 'PUSH_SERVICES'>): string | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey && !privateKey) return null;
  if (!publicKey || !privateKey) return 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: set both or neither';
  return publicOf(privateKey) === publicKey ? null : 'VAPID_PUBLIC_KEY: does not belong to VAPID_PRIVATE_KEY';
}

function publicOf(privateKey: string): string | null {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
}
