import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Message,
  type RTCDtlsTransport,
  type RTCIceTransport,
  type RTCPeerConnection,
  StunProtocol,
  type UdpTransport,
} from 'werift';

/*
 * werift 0.25.2
 *
 * Symptom: a binding request succeeds without a valid MESSAGE-INTEGRITY. Anyone who has seen the user names,
 * unencrypted in each request, can redirect a session's media.
 *
 * Report to file upstream:
 *   Title: ICE agent answers binding requests without checking MESSAGE-INTEGRITY
 *   Send a binding request with the right USERNAME and an integrity made with another password to a werift agent: it
 *   answers 0x0101. RFC 8445, 7.3 and RFC 8489, 9.1.3 require 401 for a wrong integrity and 400 for none. See
 *   `ensureProtocol` in packages/ice/src/ice.ts, which reads USERNAME and never verifies the message.
 */

const headerBytes = 20;
const bindingRequest = 1;
const messageIntegrity = 0x0008;
/** Bytes of the attribute with its header. */
const integrityBytes = 24;

/** Whether a STUN message is signed with the password (RFC 8489, 14.5). */
function isSigned(message: Buffer, password: string): boolean {
  for (let at = headerBytes; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === messageIntegrity) {
      const signed = Buffer.from(message.subarray(0, at));
      signed.writeUInt16BE(at - headerBytes + integrityBytes, 2);
      const expected = createHmac('sha1', password).update(signed).digest();
      const actual = message.subarray(at + 4, at + 4 + length);
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    }
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return false;
}

const guarded = new WeakSet<UdpTransport>();

/** Drops binding requests that are not signed with the session's password. */
export function requireSignedChecks(iceTransport: RTCIceTransport): void {
  const { connection } = iceTransport;
  for (const transport of udpTransports(iceTransport)) {
    if (guarded.has(transport)) continue;
    guarded.add(transport);
    const receive = transport.onData;
    transport.onData = (data, from) => {
      const isCheck = data.length >= headerBytes && data.readUInt16BE(0) === bindingRequest;
      if (!isCheck || isSigned(data, connection.localPassword)) receive(data, from);
    };
  }
}

/*
 * werift 0.25.2
 *
 * Symptom: a binding request succeeds with any USERNAME. Anyone who finds the port can make an ICE-lite server send to
 * them.
 *
 * Report to file upstream:
 *   Title: ICE agent answers binding requests without checking USERNAME
 *   Create an RTCPeerConnection with iceLite, answer an offer, and send a binding request with USERNAME "x:y" to its
 *   candidate: it answers 0x0101. RFC 8445, 7.3 and RFC 8489, 9.1.3 require 401 unless the part before the colon is the
 *   own ufrag. See `ensureProtocol` in packages/ice/src/ice.ts.
 */

/** For `iceFilterStunResponse`: whether a binding request names both ends of the session. */
export function namesSession({ iceTransports: [transport] }: RTCPeerConnection, request: Message): boolean {
  const { localUsername, remoteUsername } = transport?.connection ?? {};
  return request.getAttributeValue('USERNAME') === `${localUsername}:${remoteUsername}`;
}

/*
 * werift 0.25.2
 *
 * Symptom: after an ICE restart the transport performs no connectivity checks, so media stops if the old path is gone.
 * The connection starts ICE only while DTLS is not connected.
 *
 * Report to file upstream:
 *   Title: ICE restart never runs connectivity checks once DTLS is connected
 *   Connect two peers, set an offer with a new ice-ufrag and ice-pwd, answer it, and watch `iceTransport.state`: it stays
 *   "new". `connect` in packages/webrtc/src/peerConnection.ts returns if the DTLS transport is connected, before it calls
 *   `iceTransport.start`.
 */

/** Runs the checks of an ICE restart. Failure needs no handling: the peer falls silent and times out. */
export function runRestart({ iceTransport }: RTCDtlsTransport): void {
  iceTransport.start().catch(() => undefined);
}

/*
 * werift 0.25.2
 *
 * Symptom: no option sets the kernel buffers of media sockets, and `Connection.protocols` is private. At the default
 * of 208 KiB Linux drops packets when the process is busy for a moment.
 *
 * Report to file upstream:
 *   Title: No way to set SO_RCVBUF and SO_SNDBUF of ICE sockets
 *   Publish 4 Mbit/s to an RTCPeerConnection in Node, block the event loop for 500 ms, and read RcvbufErrors in
 *   /proc/net/snmp: it grows. Please pass options to dgram's createSocket (`recvBufferSize`, `sendBufferSize`) from the
 *   configuration, or give read access to the UDP transports of a connection.
 */

/** The open UDP transports of a connection that has gathered its candidates. */
export function udpTransports({ connection }: RTCIceTransport): UdpTransport[] {
  const protocols: unknown = Reflect.get(connection, 'protocols');
  if (!Array.isArray(protocols)) return [];
  return protocols.flatMap((protocol: unknown) =>
    protocol instanceof StunProtocol && !protocol.transport.closed ? [protocol.transport] : [],
  );
}
