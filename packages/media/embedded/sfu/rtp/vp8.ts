import { type FrameInfo, plainFrame, type Size } from './packet.ts';

/** Size of a key frame (RFC 6386, 9.1): frame tag, start code, and 14 bits each of width and height. */
function readSize(payload: Buffer, at: number): Size | null {
  const isKeyFrame = ((payload[at] ?? 1) & 1) === 0 && payload.length >= at + 10;
  if (!isKeyFrame || payload.readUIntBE(at + 3, 3) !== 0x9d012a) return null;
  return { width: payload.readUInt16LE(at + 6) & 0x3fff, height: payload.readUInt16LE(at + 8) & 0x3fff };
}

/** Reads the payload descriptor (RFC 7741, 4.2). */
export function readVp8(payload: Buffer): FrameInfo {
  const [first = 0, flags = 0] = payload;
  if (payload.length === 0) return plainFrame;
  const isExtended = (first & 0x80) !== 0;
  const info = { ...plainFrame };
  let at = isExtended ? 2 : 1;
  if (isExtended && flags & 0x80) {
    const isLong = ((payload[at] ?? 0) & 0x80) !== 0;
    if (payload.length < at + 2) return plainFrame;
    info.pictureAt = at;
    info.pictureMask = isLong ? 0x7fff : 0x7f;
    info.picture = isLong ? payload.readUInt16BE(at) & 0x7fff : (payload[at] ?? 0);
    at += isLong ? 2 : 1;
  }
  if (isExtended && flags & 0x40) {
    info.tl0At = at;
    info.tl0 = payload[at] ?? 0;
    at += 1;
  }
  if (isExtended && flags & 0x30) {
    const temporal = payload[at] ?? 0;
    if (flags & 0x20) info.tid = temporal >> 6;
    info.isSync = (flags & 0x20) !== 0 && (temporal & 0x20) !== 0;
    at += 1;
  }
  // S is set and the partition is the first one: the frame begins here.
  if ((first & 0x17) !== 0x10) return info;
  info.size = readSize(payload, at);
  info.isKey = info.size !== null;
  return info;
}

/** Returns the payload with other numbers at the offsets of `info`. The result is valid until the next call. */
export function renumberVp8(payload: Buffer, info: FrameInfo, picture: number, tl0: number): Buffer {
  if ((info.pictureAt === 0 || info.picture === picture) && (info.tl0At === 0 || info.tl0 === tl0)) {
    return payload;
  }
  const changed =
    payload.length <= scratch.length ? scratch.subarray(0, payload.length) : Buffer.alloc(payload.length);
  payload.copy(changed);
  if (info.pictureMask === 0x7fff) changed.writeUInt16BE(0x8000 | picture, info.pictureAt);
  else if (info.pictureAt) changed[info.pictureAt] = picture;
  if (info.tl0At) changed[info.tl0At] = tl0;
  return changed;
}

/** Reused for all viewers to avoid garbage; as large as a datagram. */
const scratch = Buffer.alloc(1500);
