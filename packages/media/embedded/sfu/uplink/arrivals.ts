import {
  PacketStatus,
  RecvDelta,
  type RtcpTransportLayerFeedback,
  RunLengthChunk,
  StatusVectorChunk,
} from 'werift';
import { arrivalFeedback } from '../../../werift-fixes/rtcp.ts';
import { seqOf, Unwrapped } from '../rtp/sequence.ts';

/** ms for which arrivals are kept, for reports that begin with a late packet and repeat those after it. */
const rememberedMs = 500;
/** Maximum numbers per report; a larger gap counts as a restart, not as loss. */
const longestSpan = 2000;
/** ms per unit of the reference time, and of a delta. */
const referenceMs = 64;
const deltaMs = 0.25;
const symbolsPerChunk = 7;
const longestRun = 8191;

const { TypeTCCPacketNotReceived: missing } = PacketStatus;
const { TypeTCCPacketReceivedSmallDelta: small, TypeTCCPacketReceivedLargeDelta: large } = PacketStatus;

/** Encodes equal consecutive statuses as a run where that is shorter. */
function chunksOf(statuses: readonly PacketStatus[]): (RunLengthChunk | StatusVectorChunk)[] {
  const chunks: (RunLengthChunk | StatusVectorChunk)[] = [];
  for (let at = 0; at < statuses.length; ) {
    const packetStatus = statuses[at] ?? missing;
    let end = at + 1;
    while (end < statuses.length && end - at < longestRun && statuses[end] === packetStatus) end += 1;
    const runLength = end - at;
    if (runLength >= symbolsPerChunk || end === statuses.length) {
      chunks.push(new RunLengthChunk({ packetStatus, runLength }));
      at += runLength;
    } else {
      const listed = statuses.slice(at, at + symbolsPerChunk);
      const symbolList = Array.from({ length: symbolsPerChunk }, (_, index) => listed[index] ?? missing);
      chunks.push(new StatusVectorChunk({ type: 1, symbolSize: 1, symbolList }));
      at += listed.length;
    }
  }
  return chunks;
}

/**
 * Arrival times of an encoder's packets, by their number over all its streams. The encoder estimates its bandwidth from
 * them before packets are lost (draft-holmer-rmcat-transport-wide-cc-extensions-01).
 */
export class Arrivals {
  readonly #numbers = new Unwrapped();
  /** Arrival of each packet in ms, by index. */
  readonly #arrived = new Map<number, number>();
  /** First index of the next report, and the highest index that arrived. */
  #from: number | null = null;
  #last = 0;
  #reports = 0;

  /** `at`: ms of a monotonic clock, with fractions. */
  came(seq: number, at: number): void {
    const index = this.#numbers.index(seq);
    // Too late to matter, or forged.
    if (this.#last - index > longestSpan) return;
    if (this.#from === null || index - this.#from > longestSpan) this.#from = index;
    this.#from = Math.min(this.#from, index);
    this.#last = Math.max(this.#last, index);
    this.#arrived.set(index, at);
  }

  /** Reports the arrivals since the last report; null without arrivals. */
  report(senderSsrc: number, mediaSourceSsrc: number): RtcpTransportLayerFeedback | null {
    const from = this.#from;
    const first = from === null ? undefined : this.#firstFrom(from);
    if (from === null || first === undefined) return null;
    const referenceTime = Math.floor(first / referenceMs);
    const statuses: PacketStatus[] = [];
    const recvDeltas: RecvDelta[] = [];
    let units = (referenceTime * referenceMs) / deltaMs;
    for (let index = from; index <= this.#last; index += 1) {
      const at = this.#arrived.get(index);
      const delta = at === undefined ? 0 : Math.round(at / deltaMs) - units;
      const isTold = at !== undefined && Math.abs(delta) < 0x7fff;
      const type = delta >= 0 && delta <= 0xff ? small : large;
      statuses.push(isTold ? type : missing);
      if (!isTold) continue;
      units += delta;
      recvDeltas.push(new RecvDelta({ type, delta, parsed: true }));
    }
    const feedback = arrivalFeedback({
      senderSsrc,
      mediaSourceSsrc,
      baseSequenceNumber: seqOf(from),
      packetStatusCount: statuses.length,
      referenceTime: referenceTime & 0xff_ffff,
      fbPktCount: this.#reports & 0xff,
      packetChunks: chunksOf(statuses),
      recvDeltas,
    });
    this.#reports += 1;
    this.#from = this.#last + 1;
    this.#forget();
    return feedback;
  }

  #firstFrom(from: number): number | undefined {
    for (let index = from; index <= this.#last; index += 1) {
      const at = this.#arrived.get(index);
      if (at !== undefined) return at;
    }
    return undefined;
  }

  #forget(): void {
    const latest = this.#arrived.get(this.#last) ?? 0;
    for (const [index, at] of this.#arrived) if (latest - at > rememberedMs) this.#arrived.delete(index);
  }
}
