import type { RoomPacket } from '../rtp/packet-ring.ts';

/** ms since the key frame for which packets are kept; after that the encoder may be asked for a new one at once. */
const replayMs = 2500;
const replayBytes = 250_000;
const replayPackets = 480;

/** All packets since the last key frame, for new viewers. Discarded when they become too many or too old. */
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

  /** In stream order; empty if the last key frame is too old. */
  packets(now: number): readonly RoomPacket[] {
    return now - this.#beganAt <= replayMs ? this.#packets : [];
  }
}
