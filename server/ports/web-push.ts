import type { Browser } from '#contract/member/notices/notices.ts';

export interface WebPushMessage {
  text: string;
  /** Seconds that the push service keeps it for a browser that is away. */
  ttl: number;
  /** Takes the place of one that waits under the same topic. */
  topic: string;
}

/** Sends to browsers, through the push services of those who make them. */
export interface WebPushGateway {
  /** What a browser names when it asks its service for notices. */
  readonly publicKey: string;
  /** Whether it can be sent to: its service is one that the operator trusts, and its key is one. */
  accepts(browser: Browser): boolean;
  /** `gone`: nobody gets it any more. Throws when it was not taken, so that the runner tries again. */
  send(browser: Browser, message: WebPushMessage): Promise<'taken' | 'gone'>;
}
