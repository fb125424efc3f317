import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RTCIceTransport } from 'werift';

interface Socket {
  onData(data: Buffer, from: unknown): void;
}

const headerBytes = 20;
const bindingRequest = 1;
const messageIntegrity = 0x0008;
/** Of the attribute with its head. */
const integrityBytes = 24;

/** Whether a STUN message was made by somebody who knows the password (RFC 8489, 14.5). */
function isSigned(message: Buffer, password: string): boolean {
  for (let at = headerBytes; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === messageIntegrity) {
      const signed = Buffer.from(message.subarray(0, at));
      signed.writeUInt16BE(at - headerBytes + integrityBytes, 2);
      const expected = createHmac('sha1', password).update(signed).digest();
      const given = message.subarray(at + 4, at + 4 + length);
      return given.length === expected.length && timingSafeEqual(given, expected);
    }
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return false;
}

const guarded = new WeakSet<Socket>();

/** Connectivity checks that are not signed with the session's password are dropped: werift answers every one. */
export function requireSignedChecks({ connection }: RTCIceTransport): void {
  const protocols = Reflect.get(connection, 'protocols') as readonly { transport: Socket }[];
  for (const { transport } of protocols) {
    if (guarded.has(transport)) continue;
    guarded.add(transport);
    const receive = transport.onData;
    transport.onData = (data, from) => {
      const isCheck = data.length >= headerBytes && data.readUInt16BE(0) === bindingRequest;
      if (!isCheck || isSigned(data, connection.localPassword)) receive(data, from);
    };
  }
}
