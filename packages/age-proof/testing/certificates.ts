import 'reflect-metadata';
import { KeyObject, type webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** Curves of a test key. */
export type CurveName = 'P-256' | 'P-384';

export type KeyPair = { publicKey: CryptoKey; privateKey: CryptoKey };

/** A fictional holder of a key and of the certificate about it. */
export interface Party {
  name: string;
  keys: KeyPair;
  certificate: Uint8Array;
}

export interface CertificateOptions {
  name: string;
  /** Undefined for a self-signed certificate. */
  issuer?: Party;
  /** Signs instead of the issuer's own key, under the issuer's name. */
  forgedBy?: KeyPair;
  curve?: CurveName;
  notBefore?: Date;
  notAfter?: Date;
  /** Extensions of a CA, or of a signer of attestations. */
  ca?: { pathLength?: number } | undefined;
  usage?: number;
  purposes?: string[];
  hash?: 'SHA-1' | 'SHA-256';
  /** Adds a critical extension that nobody knows. */
  unknownCritical?: boolean;
}

/** Extended key usage of the EU's reference issuer. */
const PURPOSE = '1.3.130.2.0.0.1.2';
export const usages: typeof x509.KeyUsageFlags = x509.KeyUsageFlags;

export const createKeys = (curve: CurveName = 'P-256'): Promise<KeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: curve }, true, ['sign', 'verify']);

export const keyOf = (key: CryptoKey): KeyObject => KeyObject.from(key as webcrypto.CryptoKey);

/** Creates a key and its certificate; the years around 2026 unless given. */
export async function createParty(options: CertificateOptions): Promise<Party> {
  const { name, issuer, forgedBy, ca } = options;
  const keys = await createKeys(options.curve);
  const extensions = [
    ...(ca ? [new x509.BasicConstraintsExtension(true, ca.pathLength, true)] : []),
    new x509.KeyUsagesExtension(
      options.usage ?? (ca ? usages.keyCertSign | usages.cRLSign : usages.digitalSignature),
      true,
    ),
    ...(ca ? [] : [new x509.ExtendedKeyUsageExtension(options.purposes ?? [PURPOSE], true)]),
    ...(options.unknownCritical
      ? [new x509.Extension('1.3.6.1.4.1.99999.1', true, Uint8Array.of(5, 0))]
      : []),
  ];
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject: `CN=${name},C=EU`,
      issuer: `CN=${issuer?.name ?? name},C=EU`,
      notBefore: options.notBefore ?? new Date('2025-01-01T00:00:00Z'),
      notAfter: options.notAfter ?? new Date('2030-01-01T00:00:00Z'),
      publicKey: keys.publicKey,
      signingKey: (forgedBy ?? issuer?.keys ?? keys).privateKey,
      signingAlgorithm: { name: 'ECDSA', hash: options.hash ?? 'SHA-256' },
      extensions,
    },
    crypto,
  );
  return { name, keys, certificate: new Uint8Array(certificate.rawData) };
}
