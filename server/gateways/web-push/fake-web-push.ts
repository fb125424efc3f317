import { randomUUID } from 'node:crypto';
import type { Browser } from '#contract/member/notices/notice-calls.ts';
import type { WebPushGateway, WebPushMessage } from '#server/ports/gateways.ts';

export interface FakeWebPush {
  gateway: WebPushGateway;
  sent: (WebPushMessage & { endpoint: string })[];
  /** Endpoints of browsers whose subscription has ended. */
  gone: Set<string>;
  /** Number of next messages to refuse. */
  refuse: number;
}

/** A push service with endpoints below `https://push.example/`. */
export function fakeWebPush(): FakeWebPush {
  const fake: FakeWebPush = {
    sent: [],
    gone: new Set(),
    refuse: 0,
    gateway: {
      publicKey: 'the-public-key',
      accepts: ({ endpoint }) => endpoint.startsWith('https://push.example/'),
      async send({ endpoint }, message) {
        if (fake.refuse > 0) {
          fake.refuse -= 1;
          throw new Error('The push service refused');
        }
        if (fake.gone.has(endpoint)) return 'gone';
        fake.sent.push({ endpoint, ...message });
        return 'taken';
      },
    },
  };
  return fake;
}

/** In the form of `PushSubscription.toJSON()`. */
export const aBrowser = (): Browser => ({
  endpoint: `https://push.example/send/${randomUUID()}`,
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
});
