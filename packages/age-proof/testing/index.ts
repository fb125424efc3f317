// A fictional issuer, wallet and list, for tests, benchmarks and demos.
export { type AttestationOptions, attest, deviceResponse, present } from './attestation.ts';
export { type CertificateOptions, createKeys, createParty, keyOf, type Party } from './certificates.ts';
export { listOf, pemOf, signList } from './lists.ts';
export { encryptedOf, formOf } from './responses.ts';
