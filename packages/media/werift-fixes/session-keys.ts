/*
 * werift 0.25.2
 *
 * Symptom: SRTP passes its session key to node:crypto as a Buffer, which Node 24 converts for every packet: 41 to 67
 * µs, and 12 µs with a KeyObject (docs/decisions/media/werift-fixes.md).
 *
 * Report to file upstream:
 *   Title: SRTP: create a KeyObject once per session key
 *   Time 100,000 calls of SrtpSession.encrypt on Node 24; then replace `srtpSessionKey` of the cipher by
 *   crypto.createSecretKey(srtpSessionKey) and time them again: they are several times faster. `createCipheriv` and
 *   `createDecipheriv` accept a KeyObject, so the ciphers can keep one instead of the Buffer.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { RTCDtlsTransport } from 'werift';

/** Both fields are used only by node:crypto, which accepts either type. */
interface SessionKeys {
  srtpSessionKey: Buffer | KeyObject;
  srtcpSessionKey: Buffer | KeyObject;
}

const once = (key: Buffer | KeyObject): KeyObject => (key instanceof Uint8Array ? createSecretKey(key) : key);

/** Replaces the session keys of both directions with KeyObjects. */
export function makeKeysOnce({ srtp, srtcp }: Pick<RTCDtlsTransport, 'srtp' | 'srtcp'>): void {
  for (const { localContext, remoteContext } of [srtp, srtcp]) {
    for (const { cipher } of [localContext, remoteContext]) {
      const keys: SessionKeys = cipher;
      keys.srtpSessionKey = once(keys.srtpSessionKey);
      keys.srtcpSessionKey = once(keys.srtcpSessionKey);
    }
  }
}
