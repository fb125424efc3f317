/** Content types (RFC 5246, 6.2.1). */
export const contentTypes = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 } as const;

const recordHeader = 13;
const messageHeader = 12;

/** One record of DTLS 1.2 (RFC 6347, 4.1). */
export interface DtlsRecord {
  type: number;
  version: number;
  /** 0 unencrypted, 1 with the handshake's keys. */
  epoch: number;
  sequenceNumber: number;
  fragment: Buffer;
  /** The whole record as received. */
  bytes: Buffer;
}

/** Part of a handshake message, or the whole (RFC 6347, 4.2.2). */
export interface HandshakeFragment {
  type: number;
  /** Length of the whole message. */
  length: number;
  /** Sequence number of the message, from 0. */
  messageSeq: number;
  offset: number;
  part: Buffer;
}

/** Reads the records of a datagram, up to the first truncated one. */
export function readRecords(datagram: Buffer): DtlsRecord[] {
  const records: DtlsRecord[] = [];
  for (let start = 0; start + recordHeader <= datagram.length; ) {
    const end = start + recordHeader + datagram.readUInt16BE(start + 11);
    if (end > datagram.length) break;
    records.push({
      type: datagram.readUInt8(start),
      version: datagram.readUInt16BE(start + 1),
      epoch: datagram.readUInt16BE(start + 3),
      sequenceNumber: datagram.readUIntBE(start + 5, 6),
      fragment: datagram.subarray(start + recordHeader, end),
      bytes: datagram.subarray(start, end),
    });
    start = end;
  }
  return records;
}

/** Reads the fragments of a handshake record, up to the first malformed one. */
export function readFragments(record: Buffer): HandshakeFragment[] {
  const fragments: HandshakeFragment[] = [];
  for (let start = 0; start + messageHeader <= record.length; ) {
    const [length, offset] = [record.readUIntBE(start + 1, 3), record.readUIntBE(start + 6, 3)];
    const size = record.readUIntBE(start + 9, 3);
    const end = start + messageHeader + size;
    if (end > record.length || offset + size > length) break;
    fragments.push({
      type: record.readUInt8(start),
      length,
      messageSeq: record.readUInt16BE(start + 4),
      offset,
      part: record.subarray(start + messageHeader, end),
    });
    start = end;
  }
  return fragments;
}

/** Builds an unencrypted record. */
export function plainRecord(type: number, fragment: Buffer): Buffer {
  const header = Buffer.alloc(recordHeader);
  header.writeUInt8(type, 0);
  header.writeUInt16BE(0xfefd, 1);
  header.writeUInt16BE(fragment.length, 11);
  return Buffer.concat([header, fragment]);
}

/** Builds a handshake message of one fragment. */
export function wholeMessage({ type, messageSeq }: HandshakeFragment, body: Buffer): Buffer {
  const header = Buffer.alloc(messageHeader);
  header.writeUInt8(type, 0);
  header.writeUIntBE(body.length, 1, 3);
  header.writeUInt16BE(messageSeq, 4);
  header.writeUIntBE(body.length, 9, 3);
  return Buffer.concat([header, body]);
}
