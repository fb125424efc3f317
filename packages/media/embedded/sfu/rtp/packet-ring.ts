import type { CodecName } from '../../../whip/sdp/codecs.ts';
import type { FrameInfo } from './frame.ts';

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
