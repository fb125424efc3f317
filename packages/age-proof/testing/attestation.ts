import { type KeyObject, randomBytes, sign } from 'node:crypto';
import { deviceAuthentication } from '../checks/device.ts';
import { cborEncode, DataItem } from '../lib/libraries.ts';
import { sha256 } from '../lib/transcripts.ts';
import { DOCUMENT_TYPE, ELEMENT, NAMESPACE } from '../request.ts';
import { keyOf, type Party } from './certificates.ts';

/** A CBOR map in the making. */
export type Fields = Map<unknown, unknown>;
export const fields = (record: Record<string, unknown>): Fields => new Map(Object.entries(record));
const embed = (value: unknown) => DataItem.fromBuffer(Uint8Array.from(cborEncode(value)));

const ES256 = -7;
export const protectedHeader = (algorithm: number = ES256): Uint8Array =>
  cborEncode(new Map([[1, algorithm]]));

/** COSE_Sign1 by a test key. */
function signOne(
  key: KeyObject,
  payload: Uint8Array,
  header: { chain?: Uint8Array[]; detached?: boolean; algorithm?: number },
): unknown[] {
  const { chain = [], detached = false } = header;
  const head = protectedHeader(header.algorithm);
  const bytes = cborEncode(['Signature1', head, new Uint8Array(), payload]);
  const signature = sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
  const unprotected = chain.length > 0 ? [[33, chain.length === 1 ? chain[0] : chain] as const] : [];
  return [head, new Map(unprotected), detached ? null : payload, Uint8Array.from(signature)];
}

export interface AttestationOptions {
  /** Document signer, followed by further certificates of the chain. */
  signer: Party;
  chain?: Party[];
  device: KeyObject;
  documentType?: string;
  namespace?: string;
  elements?: Record<string, unknown>;
  signed?: Date;
  validFrom?: Date;
  validUntil?: Date;
  digestAlgorithm?: string;
  /** Added to the ids in the list of digests. */
  digestOffset?: number;
  algorithm?: number;
  /** Signs instead of the key of the certificate. */
  forgedBy?: KeyObject;
  /** Leaves the certificates out. */
  anonymous?: boolean;
}

function coseKey(key: KeyObject): Fields {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  return new Map<unknown, unknown>([
    [1, 2],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
}

/** Issues an attestation: IssuerSigned with its elements. */
export function attest(options: AttestationOptions): Fields {
  const { signer, chain = [], namespace = NAMESPACE, elements = { [ELEMENT]: true } } = options;
  const items = Object.entries(elements).map(([elementIdentifier, elementValue], digestID) =>
    embed(fields({ digestID, random: Uint8Array.from(randomBytes(32)), elementIdentifier, elementValue })),
  );
  const digests = new Map(
    items.map((item, id) => [id + (options.digestOffset ?? 0), sha256(cborEncode(item))]),
  );
  const object = fields({
    version: '1.0',
    digestAlgorithm: options.digestAlgorithm ?? 'SHA-256',
    docType: options.documentType ?? DOCUMENT_TYPE,
    valueDigests: new Map([[namespace, digests]]),
    deviceKeyInfo: fields({ deviceKey: coseKey(options.device) }),
    validityInfo: fields({
      signed: options.signed ?? new Date('2026-10-01T00:00:00Z'),
      validFrom: options.validFrom ?? new Date('2026-10-01T00:00:00Z'),
      validUntil: options.validUntil ?? new Date('2026-12-30T00:00:00Z'),
    }),
  });
  const issuerAuth = signOne(options.forgedBy ?? keyOf(signer.keys.privateKey), cborEncode(embed(object)), {
    chain: options.anonymous ? [] : [signer, ...chain].map(({ certificate }) => certificate),
    ...(options.algorithm === undefined ? {} : { algorithm: options.algorithm }),
  });
  return fields({ nameSpaces: new Map([[namespace, items]]), issuerAuth });
}

export interface PresentationOptions {
  attestation: Fields;
  /** Private key of the device. */
  device: KeyObject;
  transcript: Uint8Array;
  documentType?: string;
  deviceElements?: Fields;
}

/** A document of a DeviceResponse, signed by the device. */
export function present(options: PresentationOptions): Fields {
  const nameSpaces = Uint8Array.from(cborEncode(options.deviceElements ?? new Map()));
  const payload = deviceAuthentication(options.transcript, nameSpaces);
  return fields({
    docType: options.documentType ?? DOCUMENT_TYPE,
    issuerSigned: options.attestation,
    deviceSigned: fields({
      nameSpaces: DataItem.fromBuffer(nameSpaces),
      deviceAuth: fields({ deviceSignature: signOne(options.device, payload, { detached: true }) }),
    }),
  });
}

export const deviceResponse = (documents: Fields[], more: Record<string, unknown> = {}): Uint8Array =>
  Uint8Array.from(cborEncode(fields({ version: '1.0', documents, status: 0, ...more })));
