import { createHash } from 'node:crypto';
import { cborEncode, SessionTranscript } from './libraries.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

type Context = Parameters<typeof SessionTranscript.forOid4Vp>[1];

/** OpenID4VP 1.0, B.2.6.1; the response is not encrypted, so it has no thumbprint of a key. */
export async function openId4VpTranscript(facts: {
  clientId: string;
  responseUri: string;
  nonce: string;
}): Promise<Uint8Array> {
  const digest = ({ bytes }: { bytes: Uint8Array }) => sha256(bytes);
  return (await SessionTranscript.forOid4Vp(facts, { crypto: { digest } } as unknown as Context)).encode();
}

/** ISO/IEC 18013-7, Annex C. */
export const digitalCredentialsTranscript = (facts: { encryptionInfo: string; origin: string }): Uint8Array =>
  cborEncode([null, null, ['dcapi', sha256(cborEncode([facts.encryptionInfo, facts.origin]))]]);
