import { type KeyObject, randomBytes } from 'node:crypto';
import type { Label, PresentedResponse } from '../index.ts';
import { createEncryption, type RequestFacts, storedRequest } from '../request.ts';
import {
  type AttestationOptions,
  attest,
  deviceResponse,
  type Fields,
  present,
} from '../testing/attestation.ts';
import { createKeys, createParty, keyOf, type Party } from '../testing/certificates.ts';
import { listOf, pemOf, signList } from '../testing/lists.ts';
import { encryptedOf, formOf } from '../testing/responses.ts';
import { RECOGNIZED } from '../trust/content.ts';
import type { Vector, Vectors } from './format.ts';

export const CLOCK = '2026-11-01T12:00:00Z';
export const ORIGIN = 'https://verifier.example';
export const SESSION = 'session-of-the-visitor';
const RESPONSE_URI = `${ORIGIN}/age/response`;

export type OpenId4VpFacts = Extract<RequestFacts, { way: 'openid4vp' }>;
export type DigitalFacts = Extract<RequestFacts, { way: 'digital-credentials' }>;

const random = () => randomBytes(32).toString('base64url');
const began = () => ({ id: random(), session: SESSION, created: Date.parse(CLOCK) - 60_000 });

export const openRequest = (): OpenId4VpFacts => ({
  ...began(),
  way: 'openid4vp',
  responseUri: RESPONSE_URI,
  nonce: random(),
});
export const openDigital = (): DigitalFacts => ({
  ...began(),
  way: 'digital-credentials',
  origin: ORIGIN,
  ...createEncryption(),
});

export const transcriptOf = async (facts: RequestFacts): Promise<Uint8Array> =>
  Uint8Array.from(Buffer.from((await storedRequest(facts)).transcript, 'base64url'));

/** Issuers, a device, and the lists that name the issuers; all fictional. */
export interface World {
  root: Party;
  signer: Party;
  device: { privateKey: KeyObject; publicKey: KeyObject };
  vectors: Vectors;
}

const deprecated = RECOGNIZED.replace('recognized', 'deprecated');

export async function createWorld(): Promise<World> {
  const root = await createParty({ name: 'Fictional age issuer CA', ca: {} });
  const signer = await createParty({ name: 'Fictional document signer', issuer: root });
  const other = await createParty({ name: 'Another fictional CA', ca: {} });
  const [lister, stranger] = [
    await createParty({ name: 'List signer' }),
    await createParty({ name: 'Stranger' }),
  ];
  const keys = await createKeys();
  const good = listOf({ issuers: [root, other], sequence: 7 });
  const lists = {
    good: signList(good, lister),
    'signer listed itself': signList(listOf({ issuers: [signer], sequence: 8 }), lister),
    'issuer removed': signList(listOf({ issuers: [other], sequence: 8 }), lister),
    'issuer deprecated': signList(
      listOf({ issuers: [{ ...root, status: deprecated }, other], sequence: 8 }),
      lister,
    ),
    'signed by another': signList(good, stranger),
    'next update overdue': signList(listOf({ issuers: [root], nextUpdate: '2026-10-31T00:00:00Z' }), lister),
    'changed after signing': signList(good, lister).replace('>7<', '>9<'),
  };
  const device = { privateKey: keyOf(keys.privateKey), publicKey: keyOf(keys.publicKey) };
  return { root, signer, device, vectors: { signers: [pemOf(lister)], lists, cases: [] } };
}

type Rest = Partial<Pick<Vector, 'clock' | 'list' | 'used' | 'padding'>>;

/** Adds a case; list and clock are the usual ones unless given. */
export function add(
  world: World,
  name: string,
  expected: 'proven' | Label,
  { request, response, ...rest }: { request: RequestFacts | null; response: PresentedResponse } & Rest,
): void {
  const list = { name: 'good', hoursBefore: 1 };
  world.vectors.cases.push({ name, expected, clock: CLOCK, list, request, response, ...rest });
}

export const attestationOf = (world: World, options: Partial<AttestationOptions> = {}): Fields =>
  attest({ signer: world.signer, device: world.device.publicKey, ...options });

/** A response by OpenID4VP to a new request; `change` gets the document before it is encoded. */
export async function posted(
  world: World,
  attestation: Fields,
  change: (document: Fields) => void = () => {},
): Promise<{ request: OpenId4VpFacts; response: PresentedResponse }> {
  const request = openRequest();
  const document = present({
    attestation,
    device: world.device.privateKey,
    transcript: await transcriptOf(request),
  });
  change(document);
  return { request, response: { way: 'openid4vp', body: formOf(request.id, deviceResponse([document])) } };
}

/** A response by the Digital Credentials API to a new request. */
export async function returned(
  world: World,
  transcript?: Uint8Array,
): Promise<{ request: DigitalFacts; response: Extract<PresentedResponse, { way: 'digital-credentials' }> }> {
  const request = openDigital();
  const seen = transcript ?? (await transcriptOf(request));
  const document = present({
    attestation: attestationOf(world),
    device: world.device.privateKey,
    transcript: seen,
  });
  const response = await encryptedOf(deviceResponse([document]), request.privateKey ?? {}, seen);
  return {
    request,
    response: { way: 'digital-credentials', id: request.id, response, session: SESSION, origin: ORIGIN },
  };
}
