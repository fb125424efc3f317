/*
 * werift 0.25.2
 *
 * Symptom: a peer that closes its connection sends no close_notify. The other side detects it only by silence, seconds
 * later.
 *
 * Report to file upstream:
 *   Title: RTCDtlsTransport.stop sends no close_notify alert
 *   Connect two peers and call `close` on one: no DTLS record of type 21 is sent, and the other stays connected until its
 *   consent expires. `stop` in packages/webrtc/src/transport/dtls.ts has "todo impl send alert"; RFC 5246, 7.2.1
 *   requires one.
 */
import type { RTCPeerConnection } from 'werift';

const alertType = 21;
const version = 0xfefd;
/** Higher than any number used by the handshake. */
const sequenceNumber = 99;
const warning = 1;
const closeNotify = 0;

/** Sends an encrypted close_notify alert to the other side. */
export async function sendCloseNotify({ dtlsTransports }: RTCPeerConnection): Promise<void> {
  for (const { dtls, iceTransport } of dtlsTransports) {
    if (!dtls) continue;
    const header = { type: alertType, version, epoch: 1, sequenceNumber };
    const { cipher, sessionType } = dtls.cipher;
    const alert = cipher.encrypt(sessionType, Buffer.from([warning, closeNotify]), header);
    const head = Buffer.alloc(13);
    head.writeUInt8(alertType, 0);
    head.writeUInt16BE(version, 1);
    head.writeUInt16BE(1, 3);
    head.writeUIntBE(sequenceNumber, 5, 6);
    head.writeUInt16BE(alert.length, 11);
    await iceTransport.connection.send(Buffer.concat([head, alert]));
  }
}
