import type { RoomPacket } from '../rtp/packet-ring.ts';

/** ms that the past of a stream is kept; after longer without a key frame the encoder is free to send one at once. */
const replayMs = 2500;
const replayBytes = 250_000;
const replayPackets = 480;

/** All packets since the last key frame, for a viewer who comes. It is let go when it grows too large or too old. */
export class Replay {
  #packets: RoomPacket[] = [];
  #bytes = 0;
  #beganAt = 0;

  add(packet: RoomPacket, now: number): void {
    const [first] = this.#packets;
    if (packet.frame.isKey && packet.timestamp !== first?.timestamp && packet.index > (first?.index ?? 0)) {
      this.#packets = [packet];
      this.#bytes = packet.payload.length;
      this.#beganAt = now;
      return;
    }
    // Before the key frame.
    if (!first || packet.index < first.index) return;
    const at = this.#packets.findLastIndex(({ index }) => index < packet.index) + 1;
    this.#packets.splice(at, 0, packet);
    this.#bytes += packet.payload.length;
    if (this.#bytes > replayBytes || this.#packets.length > replayPackets) this.#packets = [];
  }

  /** In the order of the stream; empty without a key frame that is young enough. */
  packets(now: number): readonly RoomPacket[] {
    return now - this.#beganAt <= replayMs ? this.#packets : [];
  }
}
