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
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RTCIceTransport, UdpTransport } from 'werift';
import { udpTransports } from './udp-transports.ts';

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
