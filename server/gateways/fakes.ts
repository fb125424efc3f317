import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Browser } from '#contract/member/notices/notice-calls.ts';
import type { CallStatus, IvrGateway, WebPushGateway, WebPushMessage } from '#server/ports/gateways.ts';

export interface FakeIvr {
  gateway: IvrGateway;
  /** Status of each call; running until a test sets it. An Error is thrown on a status request. */
  calls: Map<string, CallStatus | Error>;
  /** Calls hung up by the product. */
  hungUp: string[];
}

const noticeSchema = z.object({
  call: z.string(),
  event: z.enum(['started', 'code', 'ended']),
  code: z.string().optional(),
});

/** A telephone provider whose notices are genuine if they carry `x-signed: yes`. */
export function fakeIvr(): FakeIvr {
  const calls = new Map<string, CallStatus | Error>();
  const hungUp: string[] = [];
  return {
    calls,
    hungUp,
    gateway: {
      provider: 'sandbox',
      simulator: '/dev/phone',
      async status(call) {
        const status = calls.get(call) ?? { state: 'running' };
        if (status instanceof Error) throw status;
        return status;
      },
      async hangUp(call) {
        const status = calls.get(call);
        if (status instanceof Error) throw status;
        hungUp.push(call);
        if (status?.state !== 'ended') calls.set(call, { state: 'ended', seconds: 3600 });
      },
      check: async () => undefined,
      verify: (rawBody, headers) =>
        headers.get('x-signed') === 'yes' ? noticeSchema.parse(JSON.parse(rawBody)) : null,
      answer: (say) => ({ body: JSON.stringify({ say }), type: 'application/json' }),
    },
  };
}

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
