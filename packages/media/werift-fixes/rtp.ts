import { createSecretKey, type KeyObject } from 'node:crypto';
import type { RTCDtlsTransport, RtpHeader } from 'werift';

/*
 * werift 0.25.2
 *
 * Symptom: SRTP derives a rollover counter from the last packet. After a retransmission near the wrap-around of
 * sequence numbers it can stay one too low, and nothing more is decrypted.
 *
 * Report to file upstream:
 *   Title: SrtpContext.encryptRtp loses its rollover counter after a retransmission
 *   Encrypt the sequence numbers 65500 to 65535, 0 to 99, then 65500 again, then 100: the last is encrypted with rollover
 *   counter 0 instead of 1. RFC 3711, 3.3.1 wants the sender to keep the highest index sent; s_l must not decrease for
 *   an older packet; `updateRolloverCount` in packages/rtp/src/srtp/context/context.ts always moves it.
 */

/** Encrypts an RTP packet with the caller's rollover counter. */
export const encryptWithRollover = (
  { srtp }: Pick<RTCDtlsTransport, 'srtp'>,
  { header, payload, rollover }: { header: RtpHeader; payload: Buffer; rollover: number },
): Buffer => srtp.localContext.cipher.encryptRtp(header, payload, rollover);

/*
 * werift 0.25.2
 *
 * Symptom: SRTP passes its session key to node:crypto as a Buffer, which Node 24 converts for every packet: 41 to 67
 * µs, and 12 µs with a KeyObject (docs/decisions/media/media-server.md).
 *
 * Report to file upstream:
 *   Title: SRTP: create a KeyObject once per session key
 *   Time 100,000 calls of SrtpSession.encrypt on Node 24; then replace `srtpSessionKey` of the cipher by
 *   crypto.createSecretKey(srtpSessionKey) and time them again: they are several times faster. `createCipheriv` and
 *   `createDecipheriv` accept a KeyObject, so the ciphers can keep one instead of the Buffer.
 */

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

/*
 * werift 0.25.2
 *
 * Symptom: abs-send-time stays the same for a whole second, then jumps by one. For a player that estimates its
 * bandwidth from it, all packets of a second are sent at one moment.
 *
 * Report to file upstream:
 *   Title: ntpTime() writes the decimal digits of the fraction in place of the fraction
 *   At 3973478400.5 s, ntpTime() returns 3973478400 in its upper half and 5 in its lower half; half a second is 2^31 there
 *   (RFC 5905, section 6). serializeAbsSendTime(ntpTime()) therefore only changes with the second. Sender reports carry the
 *   same time.
 */

/** The header extension abs-send-time has 24 bits of seconds, 18 of them the fraction. */
const fractionSteps = 2 ** 18;
const wrap = 2 ** 24;
const secondsFrom1900To1970 = 2_208_988_800;

/**
 * Returns the header extension abs-send-time for a packet sent now.
 * @param now ms since 1970
 */
export function absSendTime(now = performance.timeOrigin + performance.now()): Buffer {
  const bytes = Buffer.allocUnsafe(3);
  bytes.writeUIntBE(Math.floor((now / 1000 + secondsFrom1900To1970) * fractionSteps) % wrap, 0, 3);
  return bytes;
}
