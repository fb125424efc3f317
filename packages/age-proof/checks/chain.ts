import { must, refuse } from '../labels.ts';
import type { Certificate, CertificateFacts } from '../lib/certificate.ts';
import type { Anchors } from '../trust/anchors.ts';

/** Signing of mdocs (ISO/IEC 18013-5, B.1.4), and of attestations by the EU's reference issuer. */
const known = ['1.0.18013.5.1.2', '1.3.130.2.0.0.1.2'];

/**
 * Checks that signatures lead from the signer to an anchor, and then what each certificate on the way says. Names only
 * choose the label of a refusal.
 * @throws {Refused}
 */
export function checkChain(chain: readonly Certificate[], anchors: Anchors, now: number): void {
  if (typeof anchors === 'string') refuse(anchors);
  const [signer] = chain;
  if (!signer) refuse('certificate-missing');
  const isListed = anchors.some((anchor) => isSame(anchor, signer));
  const issuers = isListed ? [] : issuersOf(chain, anchors);
  const { usage, purposes } = signer.facts();
  for (const one of [signer, ...issuers]) checkCertificate(one.facts(), now);
  must(usage?.signs === true, 'certificate-key-usage');
  must(isListed || !purposes || purposes.some((one) => known.includes(one)), 'certificate-key-usage');
  for (const [below, issuer] of issuers.entries()) checkIssuer(issuer.facts(), below);
}

/** The certificates above the signer, the last of which is an anchor. */
function issuersOf(chain: readonly Certificate[], anchors: readonly Certificate[]): Certificate[] {
  for (const [place, current] of chain.entries()) {
    const rest = chain.slice(place + 1);
    const anchor = issuerOf(current, anchors);
    if (anchor) return [...chain.slice(1, place + 1), anchor];
    if (rest[0] && current.isSignedBy(rest[0])) continue;
    refuse(isNamedIn(current, [...anchors, ...rest]) ? 'chain-signature' : 'chain-untrusted');
  }
  return refuse('chain-untrusted');
}

const isSame = (one: Certificate, other: Certificate) => Buffer.compare(one.der, other.der) === 0;

function checkCertificate(facts: CertificateFacts, now: number): void {
  must(now >= facts.notBefore, 'certificate-not-yet-valid');
  must(now <= facts.notAfter, 'certificate-expired');
  must(!facts.isWeak, 'certificate-algorithm');
  must(!facts.hasUnknownCritical, 'certificate-extension');
}

/** @param below number of certificates between the issuer and the signer */
function checkIssuer({ ca, usage, pathLength }: CertificateFacts, below: number): void {
  must(ca, 'certificate-not-ca');
  must(usage?.issues === true, 'certificate-key-usage');
  must((pathLength ?? below) >= below, 'certificate-path-length');
}

const isNamed = (certificate: Certificate, issuer: Certificate) => certificate.issuer === issuer.subject;

/** The first whose key verifies the certificate; those with the issuer's name are tried first. */
function issuerOf(certificate: Certificate, candidates: readonly Certificate[]): Certificate | undefined {
  const named = candidates.filter((one) => isNamed(certificate, one));
  const others = candidates.filter((one) => !isNamed(certificate, one));
  return [...named, ...others].find((one) => certificate.isSignedBy(one));
}

const isNamedIn = (certificate: Certificate, known: readonly Certificate[]) =>
  known.some((one) => isNamed(certificate, one));
