import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { OutputOf } from '#contract/endpoint.ts';
import { logIn, register } from '#contract/member/account/account-calls.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  type LoginResponse,
  logInWithPasskey,
  type RegistrationResponse,
} from '#contract/member/passkey-calls.ts';
import { bearer, callApp, type TestApp } from '#server/testing/test-app.ts';

export const password = 'Plein-16';

export type Headers = Record<string, string>;

/** A member who has registered and logged in with the password. */
export async function newMember(server: TestApp, email: string, headers: Headers = {}): Promise<Headers> {
  await callApp(server, register, { email, password });
  const { token } = await callApp(server, logIn, { username: email, password }, headers);
  return { ...headers, ...bearer(token) };
}

/** Begins and completes adding a passkey. */
export async function add(
  server: TestApp,
  headers: Headers,
  authenticator: SoftwareAuthenticator = softwareAuthenticator(),
  ceremony: Ceremony & { name?: string } = {},
) {
  const { name, ...rest } = ceremony;
  const { options } = await callApp(server, beginPasskey, { password }, headers);
  const credential = authenticator.create(options, rest);
  return callApp(server, addPasskey, { credential, ...(name !== undefined && { name }) }, headers);
}

/** Begins and completes a login with the authenticator's last passkey. */
export async function logInWith(
  server: TestApp,
  authenticator: SoftwareAuthenticator,
  ceremony: Ceremony = {},
  headers: Headers = {},
) {
  const { options } = await callApp(server, beginPasskeyLogin, {}, headers);
  return callApp(server, logInWithPasskey, { credential: authenticator.get(options, ceremony) }, headers);
}

type CreationOptions = OutputOf<typeof beginPasskey>['options'];
type RequestOptions = OutputOf<typeof beginPasskeyLogin>['options'];

/** Deviations that a test can cause. */
export interface Ceremony {
  /** Origin of the page; the demo's by default. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Type in the client data. */
  readonly type?: string;
  /** Whether a finger, face or PIN was verified. */
  readonly isVerified?: boolean;
  /** The signature counter to report. */
  readonly counter?: number;
  readonly userHandle?: string;
  /** Attestation statement of a new key. */
  readonly attestation?: { readonly fmt: string; readonly x5c?: readonly Uint8Array[] };
}

export interface SoftwareAuthenticator {
  /** Creates a key, as `navigator.credentials.create` would. */
  create(options: CreationOptions, ceremony?: Ceremony): RegistrationResponse;
  /** Signs with the last created key, as `navigator.credentials.get` would. */
  get(options: RequestOptions, ceremony?: Ceremony): LoginResponse;
}

interface Key {
  readonly id: Buffer;
  readonly secret: KeyObject;
  readonly userHandle: string;
  counter: number;
}

const ORIGIN = 'http://localhost:4321';
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

/**
 * An authenticator whose output matches a real one (WebAuthn Level 3, section 6), with ES256. `counts`: it reports its
 * uses, as security keys do and synced passkeys do not.
 */
export function softwareAuthenticator({
  counts = false,
  aaguid = '00000000-0000-0000-0000-000000000000',
}: {
  counts?: boolean;
  aaguid?: string;
} = {}): SoftwareAuthenticator {
  let key: Key | null = null;
  const count = (of: Key): number => {
    if (counts) of.counter += 1;
    return of.counter;
  };
  return {
    create(options, ceremony = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      key = { id: randomBytes(32), secret: privateKey, userHandle: options.user.id, counter: 0 };
      const id = base64url(key.id);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(key.id.length);
      const attested = [Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, key.id, coseOf(publicKey)];
      const counter = ceremony.counter ?? count(key);
      const head = headOf(ceremony.rpId ?? options.rp.id, { ...ceremony, counter, isNew: true });
      const { fmt, x5c } = ceremony.attestation ?? { fmt: 'none' };
      const statement = x5c ? [['x5c', x5c] as const] : [];
      const object = cbor([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', Buffer.concat([head, ...attested])],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, ceremony),
          attestationObject: base64url(object),
          transports: ['internal'],
        },
      };
    },
    get(options, ceremony = {}) {
      if (!key) throw new Error('The authenticator has no key yet');
      const counter = ceremony.counter ?? count(key);
      const authenticatorData = headOf(ceremony.rpId ?? options.rpId, { ...ceremony, counter });
      const clientDataJSON = clientData('webauthn.get', options.challenge, ceremony);
      const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const id = base64url(key.id);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: base64url(authenticatorData),
          signature: base64url(sign('sha256', signed, key.secret)),
          userHandle: ceremony.userHandle ?? key.userHandle,
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, ceremony: Ceremony): string {
  const data = {
    type: ceremony.type ?? type,
    challenge: ceremony.challenge ?? challenge,
    origin: ceremony.origin ?? ORIGIN,
    crossOrigin: false,
  };
  return base64url(Buffer.from(JSON.stringify(data)));
}

/** Hash of the domain, flags (present 1, verified 4, new key 64) and counter. */
function headOf(
  rpId: string,
  { isVerified = true, isNew = false, counter }: Ceremony & { counter: number; isNew?: boolean },
): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(1 + (isVerified ? 4 : 0) + (isNew ? 64 : 0), 0);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

/** The public key as CBOR (RFC 9053): EC2, ES256, P-256, x, y. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

type Item = number | string | Uint8Array | readonly Uint8Array[] | Entries;
type Entries = readonly (readonly [number | string, Item])[];

/** The part of CBOR (RFC 8949) that authenticators use; a map is a list of pairs. */
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item < 0 ? typed(1, -1 - item) : typed(0, item);
  if (typeof item === 'string') return Buffer.concat([typed(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (item instanceof Uint8Array) return Buffer.concat([typed(2, item.length), item]);
  const isList = item.length > 0 && item[0] instanceof Uint8Array;
  if (isList) return Buffer.concat([typed(4, item.length), ...(item as readonly Uint8Array[]).map(cbor)]);
  const pairs = item as Entries;
  return Buffer.concat([typed(5, pairs.length), ...pairs.flatMap((pair) => pair.map(cbor))]);
}

/** Major type and length. */
function typed(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([major * 32 + value]);
  if (value < 256) return Buffer.from([major * 32 + 24, value]);
  return Buffer.from([major * 32 + 25, value >> 8, value & 255]);
}
