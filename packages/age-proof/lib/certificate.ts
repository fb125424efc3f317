import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  Certificate as Asn1Certificate,
  BasicConstraints,
  ExtendedKeyUsage,
  type Extension,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
} from '@peculiar/asn1-x509';
import { LRUCache } from 'lru-cache';
import { must, refuse } from '../labels.ts';

export interface Certificate {
  der: Uint8Array;
  subject: string;
  issuer: string;
  key: KeyObject;
  isP256: boolean;
  /** Whether the issuer's key verifies it; remembered, because this can never change. */
  isSignedBy(issuer: Certificate): boolean;
  /** Read when first asked for, which is after the signature was verified. Throws Refused if it cannot be read. */
  facts(): CertificateFacts;
}

/** What a certificate says about itself. */
export interface CertificateFacts {
  /** ms */
  notBefore: number;
  notAfter: number;
  ca: boolean;
  pathLength: number | undefined;
  /** Undefined without the extension, which then permits nothing here. */
  usage: { signs: boolean; issues: boolean } | undefined;
  /** Extended key usage, undefined without the extension. */
  purposes: readonly string[] | undefined;
  hasUnknownCritical: boolean;
  isWeak: boolean;
}

/** ECDSA and RSA with SHA-256, SHA-384 and SHA-512. */
const algorithms: ReadonlySet<string> = new Set([
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
]);
const RSA_BITS = 2048;
const known: readonly string[] = [id_ce_basicConstraints, id_ce_extKeyUsage, id_ce_keyUsage];

const isWeakKey = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) =>
  type === 'rsa' ? (details?.modulusLength ?? 0) < RSA_BITS : type !== 'ec';

function extensionsOf(extensions: readonly Extension[]) {
  const ids = extensions.map(({ extnID }) => extnID);
  must(new Set(ids).size === ids.length, 'certificate-malformed');
  const read = <T>(id: string, type: new () => T): T | undefined => {
    const found = extensions.find(({ extnID }) => extnID === id);
    return found && AsnConvert.parse(found.extnValue.buffer, type);
  };
  const constraints = read(id_ce_basicConstraints, BasicConstraints);
  const flags = read(id_ce_keyUsage, KeyUsage)?.toNumber();
  const purposes = read(id_ce_extKeyUsage, ExtendedKeyUsage);
  return {
    ca: constraints?.cA === true,
    pathLength: constraints?.pathLenConstraint,
    usage:
      flags === undefined
        ? undefined
        : {
            signs: (flags & KeyUsageFlags.digitalSignature) !== 0,
            issues: (flags & KeyUsageFlags.keyCertSign) !== 0,
          },
    purposes: purposes && [...purposes],
    hasUnknownCritical: extensions.some(({ critical, extnID }) => critical && !known.includes(extnID)),
  };
}

function signatureCheck(parsed: X509Certificate): Certificate['isSignedBy'] {
  const checked = new WeakMap<Certificate, boolean>();
  return (issuer) => {
    const isSigned = checked.get(issuer) ?? verifies(parsed, issuer.key);
    checked.set(issuer, isSigned);
    return isSigned;
  };
}

function verifies(parsed: X509Certificate, key: KeyObject): boolean {
  try {
    return parsed.verify(key);
  } catch {
    // A key of another kind than the signature.
    return false;
  }
}

/** Extensions that no check needs are not parsed: the reference issuer of the EU has a malformed one. */
function readFacts(der: Uint8Array, key: KeyObject): CertificateFacts {
  try {
    const { signatureAlgorithm, tbsCertificate } = AsnConvert.parse(der, Asn1Certificate);
    return {
      notBefore: tbsCertificate.validity.notBefore.getTime().getTime(),
      notAfter: tbsCertificate.validity.notAfter.getTime().getTime(),
      ...extensionsOf([...(tbsCertificate.extensions ?? [])]),
      isWeak: !algorithms.has(signatureAlgorithm.algorithm) || isWeakKey(key),
    };
  } catch {
    return refuse('certificate-malformed');
  }
}

/** @throws {Refused} */
function readCertificate(der: Uint8Array): Certificate {
  try {
    const parsed = new X509Certificate(der);
    const key = parsed.publicKey;
    let facts: CertificateFacts | undefined;
    return {
      der,
      subject: parsed.subject,
      issuer: parsed.issuer,
      key,
      isP256: key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
      isSignedBy: signatureCheck(parsed),
      facts() {
        facts ??= readFacts(der, key);
        return facts;
      },
    };
  } catch {
    return refuse('certificate-malformed');
  }
}

/** Certificates kept once read: an issuer's attestations share them, and reading one takes longer than its signature. */
const KEPT = 200;

/** Reads certificates and keeps the last ones, but never a verdict about them. */
export function certificateReader(): (der: Uint8Array) => Certificate {
  const kept = new LRUCache<string, Certificate>({ max: KEPT });
  return (der) => {
    const hash = createHash('sha256').update(der).digest('base64');
    const found = kept.get(hash) ?? readCertificate(Uint8Array.from(der));
    kept.set(hash, found);
    return found;
  };
}
