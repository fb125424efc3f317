import { must, refuse } from '../labels.ts';
import { bytesOf, decode, embeddedOf, listOf, mapOf } from '../lib/cbor.ts';
import { DOCUMENT_TYPE, ELEMENT, NAMESPACE } from '../request.ts';

/** The only document of a response, with its only element. */
export interface Presented {
  issuerAuth: unknown;
  /** Encoded IssuerSignedItem, over which its digest is computed. */
  item: Uint8Array;
  digestId: unknown;
  value: unknown;
  /** Encoded DeviceNameSpaces, which are empty. */
  deviceNameSpaces: Uint8Array;
  deviceAuth: Map<unknown, unknown>;
}

const sizeOf = (value: unknown): number => (value === undefined ? 0 : listOf(value).length);

/**
 * Reads a DeviceResponse of exactly one document with exactly the element that was asked for.
 * @throws {Refused}
 */
export function readDocument(bytes: Uint8Array): Presented {
  const response = mapOf(decode(bytes));
  must(sizeOf(response.get('zkDocuments')) === 0, 'zero-knowledge');
  must(response.get('version') === '1.0', 'response-version');
  must(response.get('status') === 0, 'response-status');
  const documents = response.get('documents') === undefined ? [] : listOf(response.get('documents'));
  must(documents.length > 0, 'no-document');
  must(documents.length === 1, 'several-documents');
  const document = mapOf(documents[0]);
  must(document.get('docType') === DOCUMENT_TYPE, 'document-type');
  const [issuerSigned, deviceSigned] = [mapOf(document.get('issuerSigned')), document.get('deviceSigned')];
  const shown = readElement(issuerSigned.get('nameSpaces'));
  if (deviceSigned === undefined) refuse('device-signature-missing');
  const device = mapOf(deviceSigned);
  const deviceNameSpaces = embeddedOf(device.get('nameSpaces'));
  must(mapOf(decode(deviceNameSpaces)).size === 0, 'device-elements');
  return {
    ...shown,
    issuerAuth: issuerSigned.get('issuerAuth'),
    deviceNameSpaces,
    deviceAuth: mapOf(device.get('deviceAuth')),
  };
}

/** @throws {Refused} */
export function readElement(nameSpaces: unknown): Pick<Presented, 'item' | 'digestId' | 'value'> {
  must(nameSpaces !== undefined, 'element-missing');
  const all = mapOf(nameSpaces);
  must(all.has(NAMESPACE), 'element-missing');
  const items = listOf(all.get(NAMESPACE));
  must(items.length > 0, 'element-missing');
  must(all.size === 1 && items.length === 1, 'more-elements');
  const item = embeddedOf(items[0]);
  const element = mapOf(decode(item));
  must(element.get('elementIdentifier') === ELEMENT, 'element-missing');
  bytesOf(element.get('random'));
  return { item, digestId: element.get('digestID'), value: element.get('elementValue') };
}
