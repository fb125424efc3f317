import { RtpHeader, RtpPacket } from 'werift';

export interface Vp8Parts {
  isKey?: boolean;
  isStart?: boolean;
  width?: number;
  height?: number;
  picture?: number;
  tl0?: number;
  tid?: number;
  isSync?: boolean;
  /** Bytes after the descriptor. */
  bytes?: number;
}

/** A VP8 payload with picture id, TL0PICIDX and temporal layer. */
export function vp8Payload(parts: Vp8Parts = {}): Buffer {
  const { isKey = false, isStart = true, width = 640, height = 480, bytes = 40 } = parts;
  const { picture = 1, tl0 = 1, tid = 0, isSync = false } = parts;
  const descriptor = [
    0x80 | (isStart ? 0x10 : 0),
    0xe0,
    0x80 | (picture >> 8),
    picture & 0xff,
    tl0,
    (tid << 6) | (isSync ? 0x20 : 0),
  ];
  const frame = Buffer.alloc(bytes, isStart && !isKey ? 1 : 0);
  if (isStart && isKey) {
    Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a]).copy(frame);
    frame.writeUInt16LE(width, 6);
    frame.writeUInt16LE(height, 8);
  }
  return Buffer.concat([Buffer.from(descriptor), frame]);
}

export interface PacketParts {
  seq: number;
  timestamp: number;
  payload: Buffer;
  marker?: boolean;
  ssrc?: number;
}

export function rtpPacket({ seq, timestamp, payload, marker = true, ssrc = 1 }: PacketParts): RtpPacket {
  const numbers = { sequenceNumber: seq & 0xffff, timestamp: timestamp >>> 0 };
  return new RtpPacket(new RtpHeader({ ...numbers, marker, ssrc, payloadType: 96 }), payload);
}
