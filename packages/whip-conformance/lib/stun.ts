import { createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { crc32 } from 'node:zlib';

const cookie = 0x2112a442;
const types = { username: 0x0006, integrity: 0x0008, mapped: 0x0020, priority: 0x0024, useCandidate: 0x0025 };
const controlling = 0x802a;
const fingerprintType = 0x8028;

function attribute(type: number, value: Buffer) {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** `length` counts the bytes after the header. */
function withLength(message: Buffer, length: number) {
  const copy = Buffer.from(message);
  copy.writeUInt16BE(length, 2);
  return copy;
}

/** Signs a message and adds its checksum (RFC 8489, 14.5 and 14.7). */
export function seal(message: Buffer, password: string) {
  const signed = withLength(message, message.length - 20 + 24);
  const hmac = createHmac('sha1', password).update(signed).digest();
  const whole = Buffer.concat([signed, attribute(types.integrity, hmac)]);
  const summed = withLength(whole, whole.length - 20 + 8);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc32(summed) ^ 0x5354554e) >>> 0);
  return Buffer.concat([summed, attribute(fingerprintType, sum)]);
}

export function message(type: number, transaction: Buffer, ...attributes: readonly Buffer[]) {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(type, 0);
  head.writeUInt32BE(cookie, 4);
  return Buffer.concat([head, transaction, ...attributes]);
}

export function readMessage(bytes: Buffer) {
  const attributes = new Map<number, { value: Buffer; at: number }>();
  for (let at = 20; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2);
    attributes.set(bytes.readUInt16BE(at), { value: bytes.subarray(at + 4, at + 4 + length), at });
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return {
    type: bytes.length < 20 ? 0 : bytes.readUInt16BE(0),
    transaction: bytes.subarray(8, 20),
    username: attributes.get(types.username)?.value.toString(),
    hasMappedAddress: attributes.has(types.mapped),
    hasFingerprint: attributes.has(fingerprintType),
    isSignedWith: (password: string) => {
      const integrity = attributes.get(types.integrity);
      if (!integrity) return false;
      const signed = withLength(bytes.subarray(0, integrity.at), integrity.at - 20 + 24);
      return createHmac('sha1', password).update(signed).digest().equals(integrity.value);
    },
  };
}

export function mappedAddress(address: string, port: number) {
  const value = Buffer.alloc(8);
  value.writeUInt8(1, 1);
  value.writeUInt16BE(port ^ (cookie >>> 16), 2);
  const ip = Buffer.from(address.split('.').map(Number));
  value.writeUInt32BE((ip.readUInt32BE(0) ^ cookie) >>> 0, 4);
  return attribute(types.mapped, value);
}

/** Sends a binding request, with repeats, and returns the answer; null without an answer. */
export function bind(
  to: { host: string; port: number },
  { username, password, timeoutMs }: { username: string; password: string; timeoutMs: number },
): Promise<ReturnType<typeof readMessage> | null> {
  const transaction = randomBytes(12);
  const priority = Buffer.from('6e7f00ff', 'hex');
  const request = seal(
    message(
      1,
      transaction,
      attribute(types.username, Buffer.from(username)),
      attribute(types.priority, priority),
      attribute(controlling, randomBytes(8)),
    ),
    password,
  );
  const socket = createSocket(to.host.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    const transmit = () => socket.send(request, to.port, to.host, () => {});
    const again = setInterval(transmit, 100);
    const finish = (answer: ReturnType<typeof readMessage> | null) => {
      clearInterval(again);
      clearTimeout(late);
      socket.close();
      resolve(answer);
    };
    const late = setTimeout(() => finish(null), timeoutMs);
    socket.on('error', () => finish(null));
    socket.on('message', (bytes) => {
      const answer = readMessage(bytes);
      if (answer.type === 0x0101 && answer.transaction.equals(transaction)) finish(answer);
    });
    transmit();
  });
}
