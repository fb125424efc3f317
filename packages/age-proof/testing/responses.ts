import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { cborEncode } from '../lib/libraries.ts';
import { CREDENTIAL } from '../request.ts';
import { hpke } from '../verify.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** What a wallet posts to the response address. */
export const formOf = (state: string, ...responses: Uint8Array[]): string =>
  new URLSearchParams({ state, vp_token: JSON.stringify({ [CREDENTIAL]: responses.map(text) }) }).toString();

/** What the Digital Credentials API returns, encrypted for the key of the request. */
export async function encryptedOf(
  response: Uint8Array,
  privateKey: JsonWebKey,
  transcript: Uint8Array,
): Promise<string> {
  const suite = hpke();
  const key = createPublicKey({ key: privateKey, format: 'jwk' }).export({ format: 'jwk' });
  const recipientPublicKey = await suite.kem.importKey('jwk', key, true);
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: transcript }, response);
  const data = new Map([
    ['enc', new Uint8Array(enc)],
    ['cipherText', new Uint8Array(ct)],
  ]);
  return text(cborEncode(['dcapi', data]));
}
