import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Label, must, refuse } from '../labels.ts';
import { bytesOf, decode, listOf, mapOf } from './cbor.ts';
import { cborEncode } from './libraries.ts';

/** COSE header parameters (RFC 9052, RFC 9360), algorithms and key parameters (RFC 9053). */
const header = { algorithm: 1, critical: 2, chain: 33 } as const;
const ES256 = -7;
const key = { type: 1, curve: -1, x: -2, y: -3 } as const;
const [EC2, P256] = [2, 1];

/** COSE_Sign1. */
export interface Signed {
  protectedBytes: Uint8Array;
  payload: Uint8Array | null;
  signature: Uint8Array;
  /** Undecoded certificates, the signer's first. */
  chain: Uint8Array[];
}

/** @throws {Refused} */
export function readSigned(value: unknown): Signed {
  const parts = listOf(value);
  must(parts.length === 4, 'malformed');
  const protectedBytes = bytesOf(parts[0]);
  const [headers, unprotected] = [mapOf(decode(protectedBytes)), mapOf(parts[1])];
  must(headers.get(header.algorithm) === ES256 && !headers.has(header.critical), 'algorithm');
  const chain = headers.get(header.chain) ?? unprotected.get(header.chain) ?? [];
  return {
    protectedBytes,
    payload: parts[2] === null ? null : bytesOf(parts[2]),
    signature: bytesOf(parts[3]),
    chain: (Array.isArray(chain) ? chain : [chain]).map(bytesOf),
  };
}

/**
 * Verifies ES256 over the payload.
 * @throws {Refused} with `label`
 */
export function checkSignature(
  { protectedBytes, signature }: Signed,
  payload: Uint8Array,
  of: KeyObject,
  label: Label,
): void {
  const bytes = cborEncode(['Signature1', protectedBytes, new Uint8Array(), payload]);
  const options = { key: of, dsaEncoding: 'ieee-p1363' } as const;
  must(signature.length === 64 && verify('sha256', bytes, options, signature), label);
}

/**
 * Reads a COSE_Key on P-256.
 * @throws {Refused}
 */
export function readKey(value: unknown): KeyObject {
  const parameters = mapOf(value);
  const [x, y] = [bytesOf(parameters.get(key.x)), parameters.get(key.y)];
  must(parameters.get(key.type) === EC2 && parameters.get(key.curve) === P256, 'device-key');
  must(x.length === 32 && y instanceof Uint8Array && y.length === 32, 'device-key');
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: text(x), y: text(y) }, format: 'jwk' });
  } catch {
    return refuse('device-key');
  }
}
