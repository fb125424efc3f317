import type { CodecName } from './codecs.ts';
import type { Position } from './sequence.ts';

/** As the room forwards it; each viewer has its own SSRC and payload type. */
export interface RoomPacket extends Position {
  codec: CodecName;
  marker: boolean;
  payload: Buffer;
  /** 24 bit abs-send-time, set on arrival: a repeated packet must be identical to the first one. */
  sentAt: Buffer;
}

/** About four seconds of video at 600 kbit/s, longer than players wait for a repeat. */
export const ringSize = 512;

/** The last packets of a track by index, for retransmission. */
export class PacketRing {
  readonly #slots: (RoomPacket | undefined)[] = new Array(ringSize);

  add(packet: RoomPacket): void {
    this.#slots[packet.index % ringSize] = packet;
  }

  find(index: number): RoomPacket | undefined {
    const packet = this.#slots[index % ringSize];
    return packet?.index === index ? packet : undefined;
  }
}
