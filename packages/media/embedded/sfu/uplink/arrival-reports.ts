import type { RtpPacket } from 'werift';
import type { Peer } from '../peer.ts';
import { Arrivals } from './arrivals.ts';
import { createSendTimes, extensionOf } from './extensions.ts';

/** ms between two arrival reports; encoders expect ten per second. */
const arrivalsMs = 100;

/**
 * Reports the arrival times of packets to the encoder, by its numbering over all streams. `sentId`: the extension in
 * which it states when it sends them; null if it does not.
 */
export function createArrivalReports(
  peer: Peer,
  { numbersId, sentId }: { numbersId: number; sentId: number | null },
) {
  const arrivals = new Arrivals();
  const sentAtOf = sentId === null ? () => null : createSendTimes(sentId);
  const batch = new Batch();
  let timer: NodeJS.Timeout | null = null;
  let ssrc = 0;
  const note = (came: readonly Arrival[]): void => {
    for (const { seq, at } of came) arrivals.came(seq, at);
  };
  function tell(): void {
    timer = null;
    note(batch.end());
    const [transceiver] = peer.transceivers.values();
    const report = arrivals.report(transceiver?.receiver.rtcpSsrc ?? 0, ssrc);
    if (report) peer.sendRtcp([report]);
  }
  return (packet: RtpPacket) => {
    const number = extensionOf(packet, numbersId);
    if (number?.length !== 2) return;
    // A monotonic clock with fractions of ms.
    const readAt = performance.now();
    note(batch.add({ seq: number.readUInt16BE(), sentAt: sentAtOf(packet), readAt }));
    ({ ssrc } = packet.header);
    if (!timer) timer = setTimeout(tell, arrivalsMs).unref();
  };
}

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
