import type { Browser } from '#contract/member/notices/notice-calls.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import type { CleanFile } from './clean-file.ts';

export interface GeoGateway {
  /** Unknown for private, malformed or unlisted IPs. */
  locationOf(ip: string): GeoLocation;
}

/**
 * Shows a received file to the operator's scanner before anything reads it; without a scanner accepts it. Throws
 * `badRequest.file.refused`, and `.unscanned` if the scanner fails or takes too long.
 */
export type Scan = (file: Uint8Array | { readonly path: string }) => Promise<void>;

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

/**
 * Files sent by members and performers, not reachable by a URL of the site. A key is a path of lower-case letters, digits
 * and `.-/`.
 */
export interface StorageGateway {
  /** Atomic; replaces an existing file. A local file may be moved: it no longer belongs to the caller. */
  put(key: string, file: CleanFile): Promise<void>;
  /** Path of a local file with the content; null if the key does not exist, or the files are elsewhere. */
  pathOf(key: string): Promise<string | null>;
  /** Null if the key does not exist. */
  get(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  has(key: string): Promise<boolean>;
  /** Does nothing if the key does not exist. */
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9]+(?:[-.][a-z0-9]+)*(?:\/[a-z0-9]+(?:[-.][a-z0-9]+)*)*$/;
const KEY_LENGTH = 200;

/** Throws for a key that could leave the folder or has a special meaning for an S3 server. */
export function checkKey(key: string): void {
  if (key.length > KEY_LENGTH || !KEY.test(key)) throw new Error(`Invalid storage key: ${key}`);
}

/** Hashing is bounded: throws UNAVAILABLE, with a time to retry, if too many calls wait. */
export interface Passwords {
  /** At the current cost, which the hash contains. */
  hash(password: string): Promise<string>;
  /** Null or an invalid hash takes the same work and always returns false. */
  check(storedHash: string | null | undefined, password: string): Promise<boolean>;
  /** Whether a stored hash has a lower cost than a new one. */
  isOutdated(storedHash: string): boolean;
}
