/** Files that members sent, below no address of the site. A key is a path of small letters, digits and `.-/`. */
export interface StorageGateway {
  /** Whole or not at all; what is there under the key is replaced. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Null where nothing is under the key. */
  get(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  has(key: string): Promise<boolean>;
  /** What is not there is deleted already. */
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9]+(?:[-.][a-z0-9]+)*(?:\/[a-z0-9]+(?:[-.][a-z0-9]+)*)*$/;
const KEY_LENGTH = 200;

/** Throws for what could lead out of the folder, or means something to an S3 server. */
export function checkKey(key: string): void {
  if (key.length > KEY_LENGTH || !KEY.test(key)) throw new Error(`not a key of a stored file: ${key}`);
}
