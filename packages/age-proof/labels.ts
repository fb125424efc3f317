/** Every reason to refuse a response, in the order of the checks, with a sentence for the operator. */
export const labels = {
  'too-large': 'The response is larger than the limit.',
  malformed: 'The response does not have the form of its protocol.',
  'request-unknown': 'No request with this identifier is open.',
  'request-used': 'The request was already answered.',
  'request-expired': 'The request is older than five minutes.',
  'request-way': 'The response came another way than the request.',
  'session-mismatch': 'Another browser session began the request.',
  'origin-mismatch': 'The response comes from another origin than the request.',
  'wallet-refused': 'The wallet or its holder refused.',
  decryption: 'The response cannot be decrypted with the key of the request.',
  'cbor-depth': 'The CBOR is nested too deeply.',
  'cbor-length': 'The CBOR claims more bytes or items than it has.',
  'cbor-items': 'The CBOR has too many items.',
  'cbor-duplicate-key': 'A CBOR map has the same key twice.',
  'cbor-malformed': 'The CBOR is not well-formed, or uses what no attestation needs.',
  'response-version': 'The response has another version than 1.0.',
  'response-status': 'The wallet reports an error.',
  'zero-knowledge': 'The response is a zero-knowledge proof, which is not supported.',
  'no-document': 'The response has no document.',
  'several-documents': 'The response has more than one document.',
  'document-type': 'The document is not a proof of age.',
  'element-missing': 'The document does not show age_over_18.',
  'more-elements': 'The document shows more than was asked.',
  'device-elements': 'The device added elements of its own.',
  algorithm: 'A signature is not ES256, or a digest not SHA-256.',
  'certificate-missing': 'The attestation names no certificate of its issuer.',
  'certificate-malformed': 'A certificate cannot be read.',
  'chain-length': 'The attestation has too many certificates.',
  'issuer-key': 'The key of the issuer is not on the curve P-256.',
  'issuer-signature': 'The signature of the issuer is wrong.',
  digest: 'The element does not match its signed digest.',
  'not-yet-valid': 'The attestation is not valid yet.',
  expired: 'The attestation has expired.',
  lifetime: 'The attestation is valid for longer than three months.',
  'trust-list-missing': 'No trust list has been loaded yet.',
  'trust-list-too-old': 'The last good trust list is older than seven days, or its next update is overdue.',
  'certificate-not-yet-valid': 'A certificate is not valid yet.',
  'certificate-expired': 'A certificate has expired.',
  'certificate-algorithm': 'A certificate is signed with a weak or unknown algorithm.',
  'certificate-extension': 'A certificate has a critical extension that is not understood.',
  'certificate-key-usage': 'A certificate may not be used this way.',
  'certificate-not-ca': 'A certificate was issued by one without the right to issue.',
  'certificate-path-length': 'A chain is longer than one of its certificates allows.',
  'signed-outside-certificate': 'The attestation was signed when its certificate was not valid.',
  'chain-signature': 'The names of the chain match, its signatures do not.',
  'chain-untrusted': 'The chain does not end at a trust anchor.',
  'device-mac': 'The device sent a MAC instead of a signature.',
  'device-signature-missing': 'The signature of the device is missing.',
  'device-key': 'The key of the device is not on the curve P-256.',
  'device-signature': 'The signature of the device is by another key or over another transcript.',
  'age-not-boolean': 'age_over_18 is not a boolean.',
  'under-18': 'age_over_18 is false.',
} as const;

export type Label = keyof typeof labels;

/** Ends a verification. */
export class Refused extends Error {
  readonly label: Label;

  constructor(label: Label) {
    super(labels[label]);
    this.label = label;
  }
}

/** @throws {Refused} */
export function refuse(label: Label): never {
  throw new Refused(label);
}

/** @throws {Refused} if `holds` is false */
export function must(holds: boolean, label: Label): asserts holds {
  if (!holds) refuse(label);
}
