import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { DcqlQuery } from 'dcql';
import {
  CoseKey,
  Curve,
  cborEncode,
  createOpenid4vpAuthorizationRequest,
  DeviceRequest,
  DocRequest,
  ItemsRequest,
  KeyType,
} from './lib/libraries.ts';
import { digitalCredentialsTranscript, openId4VpTranscript } from './lib/transcripts.ts';
import { REQUEST_MS, type RequestStore, type StoredRequest } from './store.ts';

export const DOCUMENT_TYPE = 'eu.europa.ec.av.1';
export const NAMESPACE = 'eu.europa.ec.av.1';
export const ELEMENT = 'age_over_18';
/** Id of the only credential in the query, under which the wallet returns it. */
export const CREDENTIAL = 'proof_of_age';

export const query: DcqlQuery.Input = {
  credentials: [
    {
      id: CREDENTIAL,
      format: 'mso_mdoc',
      meta: { doctype_value: DOCUMENT_TYPE },
      claims: [{ path: [NAMESPACE, ELEMENT] }],
    },
  ],
};
DcqlQuery.validate(DcqlQuery.parse(query));

/** Random bytes of identifiers and nonces. */
const RANDOM = 32;

interface Began {
  /** Browser session that begins; the proof will belong to it alone. */
  session: string;
}

export type RequestOptions =
  | (Began & { way: 'openid4vp'; responseUri: string })
  | (Began & { way: 'digital-credentials'; origin: string });

export interface Requests {
  requests: RequestStore;
  /** ms */
  now?: () => number;
}

interface Created {
  id: string;
  /** ms */
  expires: number;
}

export type CreatedRequest =
  /** `url` opens the wallet on the same device, or is shown as a QR code. */
  | (Created & { way: 'openid4vp'; url: string })
  /** `digital` is the argument of `navigator.credentials.get({ digital })`. */
  | (Created & { way: 'digital-credentials'; digital: { requests: [DigitalRequest] } });

interface DigitalRequest {
  protocol: 'org-iso-mdoc';
  data: { deviceRequest: string; encryptionInfo: string };
}

const random = () => randomBytes(RANDOM).toString('base64url');

/** What identifies a request, before it is stored. */
export type RequestFacts = Omit<StoredRequest, 'transcript'> &
  (
    | { way: 'openid4vp'; responseUri: string; nonce: string }
    | { way: 'digital-credentials'; encryptionInfo: string; origin: string }
  );

export const clientIdOf = (responseUri: string): string => `redirect_uri:${responseUri}`;

/** The request as a store keeps it. */
export async function storedRequest(facts: RequestFacts): Promise<StoredRequest> {
  const { id, session, created } = facts;
  if (facts.way === 'openid4vp') {
    const { responseUri, nonce } = facts;
    const transcript = await openId4VpTranscript({ clientId: clientIdOf(responseUri), responseUri, nonce });
    return {
      id,
      way: facts.way,
      session,
      created,
      transcript: Buffer.from(transcript).toString('base64url'),
    };
  }
  const { origin, privateKey } = facts;
  const transcript = Buffer.from(digitalCredentialsTranscript(facts)).toString('base64url');
  return { id, way: facts.way, session, created, transcript, origin, ...(privateKey && { privateKey }) };
}

/** Creates a request and keeps what its response is checked against. */
export async function createRequest(
  options: RequestOptions,
  { requests, now = Date.now }: Requests,
): Promise<CreatedRequest> {
  const began = { id: random(), session: options.session, created: now() };
  const created = { id: began.id, expires: began.created + REQUEST_MS };
  if (options.way === 'openid4vp') {
    const facts = { ...began, way: options.way, responseUri: options.responseUri, nonce: random() };
    await requests.add(await storedRequest(facts));
    return { ...created, way: options.way, url: await authorizationUrl(facts) };
  }
  const { privateKey, encryptionInfo } = createEncryption();
  const facts = { ...began, way: options.way, origin: options.origin, privateKey, encryptionInfo };
  await requests.add(await storedRequest(facts));
  const data = { deviceRequest: deviceRequest(), encryptionInfo };
  return { ...created, way: options.way, digital: { requests: [{ protocol: 'org-iso-mdoc', data }] } };
}

const neverSigned = async (): Promise<never> => {
  throw new Error('the request is neither signed nor encrypted');
};

/** The request by value, as the profile's fallback wants it. */
async function authorizationUrl(facts: { id: string; responseUri: string; nonce: string }): Promise<string> {
  const { authorizationRequest } = await createOpenid4vpAuthorizationRequest({
    scheme: 'av://',
    authorizationRequestPayload: {
      response_type: 'vp_token',
      response_mode: 'direct_post',
      client_id: clientIdOf(facts.responseUri),
      response_uri: facts.responseUri,
      nonce: facts.nonce,
      state: facts.id,
      dcql_query: query,
    },
    callbacks: { signJwt: neverSigned, encryptJwe: neverSigned },
  });
  return authorizationRequest;
}

/** Says that the element is not kept: what is kept is one bit. */
function deviceRequest(): string {
  const namespaces = { [NAMESPACE]: { [ELEMENT]: false } };
  const itemsRequest = ItemsRequest.create({ docType: DOCUMENT_TYPE, namespaces });
  const request = DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] });
  return Buffer.from(request.encode()).toString('base64url');
}

/** A key for one response, and how a request names it. */
export function createEncryption(): { privateKey: JsonWebKey; encryptionInfo: string } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  const key = CoseKey.create({ keyType: KeyType.Ec, curve: Curve['P-256'], x: bytes(x), y: bytes(y) });
  const parameters = new Map<string, unknown>([
    ['nonce', Uint8Array.from(randomBytes(RANDOM))],
    ['recipientPublicKey', key.encodedStructure],
  ]);
  const encryptionInfo = Buffer.from(cborEncode(['dcapi', parameters])).toString('base64url');
  return { privateKey: pair.privateKey.export({ format: 'jwk' }), encryptionInfo };
}
