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
import type { RTCDtlsTransport, RtpHeader } from 'werift';

/** Encrypts an RTP packet with the caller's rollover counter. */
export const encryptWithRollover = (
  { srtp }: Pick<RTCDtlsTransport, 'srtp'>,
  { header, payload, rollover }: { header: RtpHeader; payload: Buffer; rollover: number },
): Buffer => srtp.localContext.cipher.encryptRtp(header, payload, rollover);
