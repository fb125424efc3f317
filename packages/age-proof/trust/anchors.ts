import { type Certificate, certificateReader } from '../lib/certificate.ts';

/** Certificates that may end a chain, or why there are none. */
export type Anchors = readonly Certificate[] | 'trust-list-missing' | 'trust-list-too-old';

/** What a verification needs to know of the issuers; a `trustList` is one. */
export interface Trust {
  anchors(): Anchors;
  /** Throws Refused if the certificate cannot be read. */
  certificate(der: Uint8Array): Certificate;
}

/** Trusts these certificates (DER) for ever, for tests and tools. */
export function fixedTrust(ders: readonly Uint8Array[]): Trust {
  const certificate = certificateReader();
  const anchors = ders.map(certificate);
  return { anchors: () => anchors, certificate };
}
