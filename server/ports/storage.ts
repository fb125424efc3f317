import type { CleanFile } from './clean-file.ts';

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
