import { Vp8RtpPayload } from 'werift';

export interface PicturePacket {
  /** The sequence number, without its wrap-around. */
  index: number;
  timestamp: number;
  /** True for the last packet of a frame. */
  marker: boolean;
  payload: Buffer;
}

/** Maximum packets of a frame; webcam frames are smaller. */
const MAX_PACKETS = 1200;

/**
 * Assembles a key frame from packets in any order. An incomplete one is dropped with the next key frame; the caller
 * sets the timeout.
 */
export class KeyFrameCatcher {
  #timestamp: number | null = null;
  readonly #parts = new Map<number, Buffer>();
  #first: number | null = null;
  #last: number | null = null;

  /** Returns the frame when it is complete. */
  take(packet: PicturePacket): Buffer | null {
    const vp8 = readPayload(packet.payload);
    if (!vp8) return null;
    if (packet.timestamp !== this.#timestamp) {
      if (!vp8.isHead || !vp8.isKey) return null;
      this.#begin(packet.timestamp);
    }
    if (vp8.isHead) this.#first = packet.index;
    if (packet.marker) this.#last = packet.index;
    if (this.#parts.size < MAX_PACKETS) this.#parts.set(packet.index, vp8.data);
    return this.#whole();
  }

  #begin(timestamp: number): void {
    this.#timestamp = timestamp;
    this.#parts.clear();
    this.#first = null;
    this.#last = null;
  }

  #whole(): Buffer | null {
    if (this.#first === null || this.#last === null) return null;
    const parts: Buffer[] = [];
    for (let index = this.#first; index <= this.#last; index += 1) {
      const part = this.#parts.get(index);
      if (!part) return null;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}

function readPayload(payload: Buffer): { data: Buffer; isHead: boolean; isKey: boolean } | null {
  try {
    const vp8 = Vp8RtpPayload.deSerialize(payload);
    const isHead = vp8.isPartitionHead && vp8.pid === 0;
    return { data: vp8.payload, isHead, isKey: isHead && vp8.isKeyframe };
  } catch {
    // Truncated packet: treated as lost.
    return null;
  }
}

/** A VP8 key frame as a WebP file; only the container differs. */
export function pictureOfKeyFrame(frame: Buffer): Buffer {
  const padded = frame.length % 2 === 0 ? frame : Buffer.concat([frame, Buffer.alloc(1)]);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + padded.length, 4);
  head.write('WEBPVP8 ', 8, 'latin1');
  head.writeUInt32LE(frame.length, 16);
  return Buffer.concat([head, padded]);
}
