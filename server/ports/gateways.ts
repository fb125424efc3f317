import { z } from 'zod';
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
  /** `high` wakes a sleeping phone; `normal` if missing. */
  urgency?: 'high';
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

/** State of a call at the telephone provider, which measures and bills it. */
export type CallStatus =
  | { readonly state: 'running' }
  /** Whole seconds between the first and the last one the caller paid for. */
  | { readonly state: 'ended'; readonly seconds: number };

/** A provider's notice: a call has begun, a code was keyed in, or a call has ended. */
export interface CallNotice {
  /** The provider's id of the call. */
  readonly call: string;
  readonly event: 'started' | 'code' | 'ended';
  /** The code keyed in; a provider may send it with the start. */
  readonly code?: string | undefined;
}

/** What the caller hears after keying in a code. */
export const codeAnswers = ['accepted', 'invalid-pin', 'session-not-found', 'too-many-tries'] as const;
export type CodeAnswer = (typeof codeAnswers)[number];

/** The provider answers, bills and ends calls; they are never forwarded. */
export interface IvrGateway {
  readonly provider: string;
  /** Path of a telephone for trying it out; null for real calls. */
  readonly simulator: string | null;
  /** Throws if the provider does not answer or does not know the call. */
  status(call: string): Promise<CallStatus>;
  /** Throws if the provider does not answer. Does nothing for a call that has ended. */
  hangUp(call: string): Promise<void>;
  /** Throws unless the provider answers. */
  check(): Promise<void>;
  /** Checks signature and age over the raw body; null if either is wrong or the body is not understood. */
  verify(rawBody: string, headers: Headers): CallNotice | null;
  /** The response to a notice: what the caller hears, or only that it has arrived. */
  answer(result: CodeAnswer | 'noted'): { body: string; type: string };
}

interface Attachment {
  filename: string;
  contentType: string;
  /** Base64. */
  content: string;
}

export interface Mail {
  /** The same for each retry, so that a duplicate is recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** URL that unsubscribes from mails of this kind with one click (RFC 8058); set for optional mails. */
  stop?: string | undefined;
  attachments?: readonly Attachment[] | undefined;
}

/** A stored mail. */
export const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  stop: z.string().optional(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() }))
    .optional(),
});

/** The mail server refused the recipient for good: the mailbox or its domain does not exist. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface MailGateway {
  /** Throws if the mail was not accepted: AddressRefused, or another error, after which a retry may succeed. */
  send(mail: Mail): Promise<void>;
  /** Throws unless the mail server answers and accepts our login. Sends nothing. */
  check(): Promise<void>;
}
