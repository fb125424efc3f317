import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Browser } from '#contract/member/notices/notice-calls.ts';
import type { WebPushGateway } from '#server/ports/web-push.ts';
import type { VapidKeys } from './vapid-keys.ts';

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
    async send(browser, { text, ttl, topic }) {
      // The operator may have removed the service meanwhile.
      if (!isTrusted(browser.endpoint)) return 'gone';
      const options = {
        vapidDetails,
        TTL: ttl,
        topic,
        urgency: 'normal',
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
