/** ms between two packets up to which they count as read together. */
const togetherMs = 1;

export interface ReadPacket {
  readonly seq: number;
  /** ms of the encoder's clock; null if it does not state it. */
  readonly sentAt: number | null;
  /** ms of this machine's clock. */
  readonly readAt: number;
}

export interface Arrival {
  readonly seq: number;
  readonly at: number;
}

/** The packets of a batch as if each had needed as long as the fastest of them. */
function arrivalsOf(batch: readonly ReadPacket[]): Arrival[] {
  const delays = batch.flatMap(({ sentAt, readAt }) => (sentAt === null ? [] : [readAt - sentAt]));
  const shortest = Math.min(...delays);
  return batch.map(({ seq, sentAt, readAt }) => ({ seq, at: sentAt === null ? readAt : sentAt + shortest }));
}

/**
 * Estimates when packets that are read together arrived: they waited for a busy processor. An encoder would take that
 * wait for a full line and lower its bitrate. Packets from a full line come singly.
 */
export class Batch {
  #packets: ReadPacket[] = [];
  #isBeingRead = false;

  /** Returns the arrivals of the previous batch if this packet begins another batch. */
  add(packet: ReadPacket): Arrival[] {
    const last = this.#packets.at(-1);
    const isTogether = this.#isBeingRead || (last && packet.readAt - last.readAt <= togetherMs);
    const before = isTogether ? [] : this.end();
    this.#packets.push(packet);
    if (!this.#isBeingRead) {
      this.#isBeingRead = true;
      // After everything that waits at the sockets has been read.
      setImmediate(() => {
        this.#isBeingRead = false;
      });
    }
    return before;
  }

  /** Returns the arrivals so far. */
  end(): Arrival[] {
    const arrivals = arrivalsOf(this.#packets);
    this.#packets = [];
    return arrivals;
  }
}
