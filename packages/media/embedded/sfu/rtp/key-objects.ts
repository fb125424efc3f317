import { createSecretKey, type KeyObject } from 'node:crypto';
import type { RTCDtlsTransport } from 'werift';

/** Session keys as werift's ciphers hold them; they go to node:crypto and nowhere else. */
interface SessionKeys {
  srtpSessionKey: Buffer | KeyObject;
  srtcpSessionKey: Buffer | KeyObject;
}

const once = (key: Buffer | KeyObject): KeyObject => (key instanceof Uint8Array ? createSecretKey(key) : key);

/**
 * Makes the session keys of a connection, in both directions, once: node:crypto converts a Buffer for each packet, which
 * costs it several times the encryption itself. For as long as werift hands over Buffers (docs/decisions/0041).
 */
export function makeKeysOnce({ srtp, srtcp }: Pick<RTCDtlsTransport, 'srtp' | 'srtcp'>): void {
  for (const { localContext, remoteContext } of [srtp, srtcp]) {
    for (const { cipher } of [localContext, remoteContext]) {
      const keys: SessionKeys = cipher;
      keys.srtpSessionKey = once(keys.srtpSessionKey);
      keys.srtcpSessionKey = once(keys.srtcpSessionKey);
    }
  }
}
