import type { KeyObject } from 'node:crypto';
import { must, refuse } from '../labels.ts';
import { bytesOf, decode, embeddedOf, mapOf, timeOf } from '../lib/cbor.ts';
import type { CertificateFacts } from '../lib/certificate.ts';
import { cborEncode, DataItem } from '../lib/libraries.ts';
import { checkSignature, readKey, readSigned } from '../lib/signature.ts';
import { sha256 } from '../lib/transcripts.ts';
import { DOCUMENT_TYPE, NAMESPACE } from '../request.ts';
import type { Trust } from '../trust/anchors.ts';
import { checkChain } from './chain.ts';
import type { Presented } from './document.ts';

/** Three months and a day of either time zone. */
const LIFETIME_MS = 94 * 24 * 60 * 60_000;
/** By how much an issuer's clock may be ahead. */
const SKEW_MS = 60_000;
const MAX_CHAIN = 4;

/**
 * Checks the issuer's signature, the digest, the validity and the chain, in this order, and returns how to read the
 * device's key.
 * @throws {Refused}
 */
export function checkAttestation(
  { issuerAuth, item, digestId }: Pick<Presented, 'issuerAuth' | 'item' | 'digestId'>,
  trust: Trust,
  now: number,
): () => KeyObject {
  const signed = readSigned(issuerAuth);
  must(signed.chain.length <= MAX_CHAIN, 'chain-length');
  const chain = signed.chain.map((der) => trust.certificate(der));
  const [signer] = chain;
  if (!signer) refuse('certificate-missing');
  must(signer.isP256, 'issuer-key');
  const payload = signed.payload ?? refuse('malformed');
  checkSignature(signed, payload, signer.key, 'issuer-signature');
  const object = mapOf(decode(embeddedOf(decode(payload))));
  must(object.get('docType') === DOCUMENT_TYPE, 'document-type');
  checkDigest(object, item, digestId);
  const signedAt = checkValidity(mapOf(object.get('validityInfo')), now);
  checkChain(chain, trust.anchors(), now);
  checkSignedWithin(signer.facts(), signedAt);
  return () => readKey(mapOf(object.get('deviceKeyInfo')).get('deviceKey'));
}

function checkDigest(object: Map<unknown, unknown>, item: Uint8Array, digestId: unknown): void {
  must(object.get('digestAlgorithm') === 'SHA-256', 'algorithm');
  const digests = mapOf(object.get('valueDigests')).get(NAMESPACE);
  must(digests instanceof Map && digests.has(digestId), 'digest');
  const expected = bytesOf(digests.get(digestId));
  must(Buffer.compare(sha256(cborEncode(DataItem.fromBuffer(item))), expected) === 0, 'digest');
}

function checkValidity(info: Map<unknown, unknown>, now: number): number {
  const [signedAt, from] = [timeOf(info.get('signed')), timeOf(info.get('validFrom'))];
  const until = timeOf(info.get('validUntil'));
  must(Math.max(signedAt, from) <= now + SKEW_MS, 'not-yet-valid');
  must(now < until, 'expired');
  must(until - Math.min(signedAt, from) <= LIFETIME_MS, 'lifetime');
  return signedAt;
}

function checkSignedWithin({ notBefore, notAfter }: CertificateFacts, signedAt: number): void {
  must(signedAt >= notBefore - SKEW_MS && signedAt <= notAfter, 'signed-outside-certificate');
}
