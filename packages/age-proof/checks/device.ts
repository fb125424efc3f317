import type { KeyObject } from 'node:crypto';
import { must, refuse } from '../labels.ts';
import { cborEncode, DataItem } from '../lib/libraries.ts';
import { checkSignature, readSigned } from '../lib/signature.ts';
import { DOCUMENT_TYPE } from '../request.ts';
import type { Presented } from './document.ts';

/** Head of a CBOR array with four items. */
const FOUR_ITEMS = 0x84;

/** What the device signs (ISO/IEC 18013-5, 9.1.3.4). */
export function deviceAuthentication(transcript: Uint8Array, deviceNameSpaces: Uint8Array): Uint8Array {
  const items = [
    Uint8Array.of(FOUR_ITEMS),
    cborEncode('DeviceAuthentication'),
    transcript,
    cborEncode(DOCUMENT_TYPE),
    cborEncode(DataItem.fromBuffer(deviceNameSpaces)),
  ];
  return cborEncode(DataItem.fromBuffer(Uint8Array.from(Buffer.concat(items))));
}

/** @throws {Refused} */
export function checkDevice(
  { deviceAuth, deviceNameSpaces }: Pick<Presented, 'deviceAuth' | 'deviceNameSpaces'>,
  deviceKey: () => KeyObject,
  transcript: Uint8Array,
): void {
  if (!deviceAuth.has('deviceSignature'))
    refuse(deviceAuth.has('deviceMac') ? 'device-mac' : 'device-signature-missing');
  const signed = readSigned(deviceAuth.get('deviceSignature'));
  must(signed.payload === null, 'malformed');
  checkSignature(signed, deviceAuthentication(transcript, deviceNameSpaces), deviceKey(), 'device-signature');
}
