// @ts-check
import { createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { crc32 } from 'node:zlib';

const cookie = 0x2112a442;
const types = { username: 0x0006, integrity: 0x0008, mapped: 0x0020, priority: 0x0024, useCandidate: 0x0025 };
const controlling = 0x802a;
const fingerprintType = 0x8028;

/** @param {number} type @param {Buffer} value */
function attribute(type, value) {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** @param {Buffer} message @param {number} length of what follows the header */
function withLength(message, length) {
  const copy = Buffer.from(message);
  copy.writeUInt16BE(length, 2);
  return copy;
}

/** Signs a message and adds its checksum (RFC 8489, 14.5 and 14.7). @param {Buffer} message @param {string} password */
export function seal(message, password) {
  const signed = withLength(message, message.length - 20 + 24);
  const hmac = createHmac('sha1', password).update(signed).digest();
  const whole = Buffer.concat([signed, attribute(types.integrity, hmac)]);
  const summed = withLength(whole, whole.length - 20 + 8);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc32(summed) ^ 0x5354554e) >>> 0);
  return Buffer.concat([summed, attribute(fingerprintType, sum)]);
}

/** @param {number} type @param {Buffer} transaction @param {readonly Buffer[]} attributes */
export function message(type, transaction, ...attributes) {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(type, 0);
  head.writeUInt32BE(cookie, 4);
  return Buffer.concat([head, transaction, ...attributes]);
}

/** @param {Buffer} bytes */
export function readMessage(bytes) {
  /** @type {Map<number, { value: Buffer, at: number }>} */
  const attributes = new Map();
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
    /** @param {string} password */
    isSignedWith: (password) => {
      const integrity = attributes.get(types.integrity);
      if (!integrity) return false;
      const signed = withLength(bytes.subarray(0, integrity.at), integrity.at - 20 + 24);
      return createHmac('sha1', password).update(signed).digest().equals(integrity.value);
    },
  };
}

/** @param {string} address @param {number} port */
export function mappedAddress(address, port) {
  const value = Buffer.alloc(8);
  value.writeUInt8(1, 1);
  value.writeUInt16BE(port ^ (cookie >>> 16), 2);
  const ip = Buffer.from(address.split('.').map(Number));
  value.writeUInt32BE((ip.readUInt32BE(0) ^ cookie) >>> 0, 4);
  return attribute(types.mapped, value);
}

/**
 * Sends one binding request, repeated as a client would, and hands back the answer; null for silence or an error.
 * @param {{ host: string, port: number }} to
 * @param {{ username: string, password: string, timeoutMs: number }} options
 * @returns {Promise<ReturnType<typeof readMessage> | null>}
 */
export function bind(to, { username, password, timeoutMs }) {
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
    /** @param {ReturnType<typeof readMessage> | null} answer */
    const finish = (answer) => {
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
