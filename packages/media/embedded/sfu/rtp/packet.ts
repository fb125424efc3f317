import type { CodecName } from '../../../whip/sdp/codecs.ts';

/** A packet as the encoder sent it; each viewer has its own SSRC, payload type and numbers. */
export interface RoomPacket {
  /** The encoder's sequence number without its wrap-around. */
  index: number;
  /** The encoder's timestamp. */
  timestamp: number;
  codec: CodecName;
  marker: boolean;
  payload: Buffer;
  frame: FrameInfo;
  /** 24 bit abs-send-time, set on arrival. */
  sentAt: Buffer;
}

/** About four seconds of video at 600 kbit/s, longer than players wait for a repeat. */
export const ringSize = 512;

/** Keeps the last entries of a stream by index. */
export class IndexRing<Entry extends { index: number }> {
  readonly #slots: (Entry | undefined)[] = new Array(ringSize);

  add(entry: Entry): void {
    this.#slots[entry.index % ringSize] = entry;
  }

  find(index: number): Entry | undefined {
    const entry = this.#slots[index % ringSize];
    return entry?.index === index ? entry : undefined;
  }

  /** Whether this index may have been added before: its slot has this or a later entry. */
  isTaken(index: number): boolean {
    return (this.#slots[index % ringSize]?.index ?? -1) >= index;
  }
}

export interface Size {
  width: number;
  height: number;
}

/** What one packet reveals about its frame. */
export interface FrameInfo {
  /** Whether it is the first packet of a key frame. */
  isKey: boolean;
  /** Temporal layer; frames of a higher one can be left out. */
  tid: number;
  /** Whether the frame refers only to the lowest temporal layer. */
  isSync: boolean;
  /** Size of a key frame, if present. */
  size: Size | null;
  /** VP8: offset of the picture id in the payload, 0 without one; `pictureMask` is its width. */
  pictureAt: number;
  pictureMask: number;
  picture: number;
  /** VP8: offset of TL0PICIDX in the payload, 0 without one. */
  tl0At: number;
  tl0: number;
}

/** An unknown frame: others may refer to it. */
export const plainFrame: FrameInfo = {
  isKey: false,
  tid: 0,
  isSync: false,
  size: null,
  pictureAt: 0,
  pictureMask: 0,
  picture: 0,
  tl0At: 0,
  tl0: 0,
};
