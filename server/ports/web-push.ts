import type { Browser } from '#contract/member/notices/notice-calls.ts';

export interface WebPushMessage {
  text: string;
  /** Seconds for which the push service keeps it while the browser is away. */
  ttl: number;
  /** Replaces a waiting notice with the same topic. */
  topic: string;
}

/** Sends to browsers through their push services. */
export interface WebPushGateway {
  /** The public key a browser subscribes with. */
  readonly publicKey: string;
  /** Whether it can be sent to: the operator trusts its service, and its key is valid. */
  accepts(browser: Browser): boolean;
  /**
   * `gone`: the subscription no longer exists. Throws if the notice was not accepted, so that the runner retries it.
   */
  send(browser: Browser, message: WebPushMessage): Promise<'taken' | 'gone'>;
}
