import type { Browser } from '#contract/member/notices/notices.ts';
import type { WebPushGateway, WebPushMessage } from '#server/ports/web-push.ts';

export interface FakeWebPush {
  gateway: WebPushGateway;
  sent: (WebPushMessage & { endpoint: string })[];
  /** Addresses of browsers that are no more. */
  gone: Set<string>;
  /** How many of the next messages are refused. */
  refuse: number;
}

/** A push service whose addresses begin with `https://push.example/`. */
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
          throw new Error('the push service refused');
        }
        if (fake.gone.has(endpoint)) return 'gone';
        fake.sent.push({ endpoint, ...message });
        return 'taken';
      },
    },
  };
  return fake;
}

let made = 0;

/** As `PushSubscription.toJSON()` gives it. */
export function aBrowser(): Browser {
  made += 1;
  return {
    endpoint: `https://push.example/send/${made}`,
    keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
  };
}
