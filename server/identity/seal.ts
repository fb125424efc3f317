import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#server/config/config.ts';

/** What is sealed: a value of one kind cannot be opened as another. */
export type SealedKind =
  | 'operator-code-key'
  | 'performer-code-key'
  | 'performer-code-offer'
  | 'performer-identity'
  | 'performer-consent'
  | 'performer-seller';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string, kind: SealedKind): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `seal ${kind}`, 32));

/** Encrypts and authenticates a value for storage, with a key from SECRET. */
export function seal(secret: string, kind: SealedKind, value: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret, kind), nonce);
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
}

/** A change of SECRET. */
export interface SecretChange {
  readonly before: string;
  readonly secret: string;
}

/** Numbers of sealed values. */
export interface Resealed {
  resealed: number;
  /** Sealed with neither secret; left as they are. */
  unreadable: number;
}

/**
 * Seals values with the new secret, and passes each one that has changed to `store`. Empty ones, and those that have the
 * new secret already, stay as they are.
 */
export async function resealAll<Row extends { readonly sealed: Uint8Array | null }>(
  { before, secret }: SecretChange,
  kind: SealedKind,
  rows: readonly Row[],
  store: (row: Row, sealed: Uint8Array) => Promise<unknown>,
): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, unreadable: 0 };
  for (const row of rows) {
    const { sealed } = row;
    if (sealed === null || unseal(secret, kind, sealed)) continue;
    const value = unseal(before, kind, sealed);
    if (value) {
      await store(row, seal(secret, kind, value));
      counts.resealed += 1;
    } else counts.unreadable += 1;
  }
  return counts;
}

/** Null if it was sealed with another secret or as another kind, or was changed. */
export function unseal(secret: string, kind: SealedKind, sealed: Uint8Array): Uint8Array | null {
  try {
    const bytes = Buffer.from(sealed);
    const [key, nonce] = [keyOf(secret, kind), bytes.subarray(0, NONCE_BYTES)];
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/**
 * Recognizes a text, such as an e-mail address, without storing it: the hash reveals nothing without the secret.
 * Stored hashes depend on the purpose: never rename it.
 */
export const keyedHash = ({ secret }: Pick<Config, 'secret'>, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex');
