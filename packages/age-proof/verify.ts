import type { JsonWebKey } from 'node:crypto';
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { checkAttestation } from './checks/attestation.ts';
import { checkDevice } from './checks/device.ts';
import { readDocument } from './checks/document.ts';
import { type Label, must, Refused, refuse } from './labels.ts';
import { bytesOf, decode, listOf, mapOf } from './lib/cbor.ts';
import {
  parseOpenid4VpAuthorizationResponsePayload,
  validateOpenid4vpAuthorizationResponsePayload,
} from './lib/libraries.ts';
import { CREDENTIAL, query } from './request.ts';
import { REQUEST_MS, type RequestStore, type StoredRequest, type Way } from './store.ts';
import type { Trust } from './trust/anchors.ts';

/** A response takes about 3 kB. A server reads no more of a body than this. */
export const MAX_RESPONSE = 64 * 1024;

export type PresentedResponse =
  /** Body of the wallet's POST. `session` is only known if the wallet's request carries it, and then checked. */
  | { way: 'openid4vp'; body: string; session?: string }
  /** What `navigator.credentials.get` returned to the page, with the session and the `Origin` of the page's request. */
  | { way: 'digital-credentials'; id: string; response: string; session: string; origin: string };

export interface Verification {
  requests: RequestStore;
  trust: Trust;
  /** ms */
  now?: () => number;
}

/** Nothing about the person, the issuer or the attestation. */
export type Verdict =
  | { proven: true; id: string; session: string; way: Way }
  /** `request` is the open request that is now spent, if the response named one. */
  | { proven: false; label: Label; request?: { id: string; session: string } };

/** Checks a response and spends its request. Refuses whatever it does not understand; throws only what the store throws. */
export async function verifyResponse(
  response: PresentedResponse,
  { requests, trust, now = Date.now }: Verification,
): Promise<Verdict> {
  let request: StoredRequest | undefined;
  try {
    const received = receive(response);
    const found = await requests.take(received.id).catch((error: unknown) => {
      throw new StoreFailed(error);
    });
    if (found === 'unknown') refuse('request-unknown');
    if (found === 'used') refuse('request-used');
    request = found;
    checkRequest(request, response, now());
    const transcript = Uint8Array.from(Buffer.from(request.transcript, 'base64url'));
    const document = readDocument(await received.open(request, transcript));
    const deviceKey = checkAttestation(document, trust, now());
    checkDevice(document, deviceKey, transcript);
    must(typeof document.value === 'boolean', 'age-not-boolean');
    must(document.value === true, 'under-18');
    return { proven: true, id: request.id, session: request.session, way: request.way };
  } catch (error) {
    if (error instanceof StoreFailed) throw error.cause;
    const label = error instanceof Refused ? error.label : 'malformed';
    return {
      proven: false,
      label,
      ...(request && { request: { id: request.id, session: request.session } }),
    };
  }
}

/** Separates a failure of the store from what a response causes. */
class StoreFailed extends Error {
  constructor(cause: unknown) {
    super('the store of requests failed', { cause });
  }
}

interface Received {
  id: string;
  /** Bytes of the DeviceResponse. Throws Refused. */
  open(request: StoredRequest, transcript: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** Node ignores what is no base64url; a text that has one form only is read back the same. */
function bytesOfText(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url');
  must(bytes.toString('base64url') === text, 'malformed');
  return Uint8Array.from(bytes);
}

function receive(response: PresentedResponse): Received {
  if (response.way === 'openid4vp') return receiveForm(response.body);
  must(response.response.length <= MAX_RESPONSE, 'too-large');
  return {
    id: response.id,
    open: ({ privateKey }, transcript) => decrypt(response.response, privateKey, transcript),
  };
}

/** A form in which each field is present once. */
function receiveForm(body: string): Received {
  must(Buffer.byteLength(body) <= MAX_RESPONSE, 'too-large');
  const entries = [...new URLSearchParams(body)];
  const fields = Object.fromEntries(entries);
  must(entries.length === Object.keys(fields).length, 'malformed');
  return {
    id: fields['state'] ?? refuse('request-unknown'),
    open: () => {
      must(fields['error'] === undefined, 'wallet-refused');
      return readToken(fields);
    },
  };
}

function readToken(fields: Record<string, string>): Uint8Array {
  const payload = parseOpenid4VpAuthorizationResponsePayload(fields);
  const read = validateOpenid4vpAuthorizationResponsePayload({
    authorizationRequestPayload: { response_type: 'vp_token', client_id: '', nonce: '', dcql_query: query },
    authorizationResponsePayload: payload,
  });
  if (read.type !== 'dcql') refuse('malformed');
  const presentations = read.dcql.presentations[CREDENTIAL] ?? [];
  must(presentations.length > 0, 'no-document');
  must(presentations.length === 1 && Object.keys(read.dcql.presentations).length === 1, 'several-documents');
  const [presentation] = presentations;
  return typeof presentation === 'string' ? bytesOfText(presentation) : refuse('malformed');
}

/** HPKE of ISO/IEC 18013-7, Annex C; the transcript is its `info`, so another origin decrypts nothing. */
async function decrypt(
  text: string,
  privateKey: JsonWebKey | undefined,
  transcript: Uint8Array,
): Promise<Uint8Array> {
  const [kind, data, ...more] = listOf(decode(bytesOfText(text)));
  must(kind === 'dcapi' && more.length === 0, 'malformed');
  const [enc, cipherText] = ['enc', 'cipherText'].map((name) => bytesOf(mapOf(data).get(name)));
  if (!enc || !cipherText || !privateKey) refuse('malformed');
  const suite = hpke();
  const recipientKey = await suite.kem.importKey('jwk', privateKey, false);
  const open = suite.open({ recipientKey, enc, info: transcript }, cipherText);
  return new Uint8Array(await open.catch(() => refuse('decryption')));
}

export const hpke = (): CipherSuite =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });

function checkRequest(request: StoredRequest, response: PresentedResponse, now: number): void {
  must(request.way === response.way, 'request-way');
  must(Math.abs(now - request.created) <= REQUEST_MS, 'request-expired');
  const isWallet = response.way === 'openid4vp' && response.session === undefined;
  must(isWallet || response.session === request.session, 'session-mismatch');
  if (response.way === 'digital-credentials') must(response.origin === request.origin, 'origin-mismatch');
}
