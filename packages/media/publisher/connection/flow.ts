/** The parts of `getStats` that are read. */
export interface FlowStats {
  readonly type: string;
  readonly kind?: string;
  readonly framesSent?: number;
  readonly packetsSent?: number;
  readonly responsesReceived?: number;
  readonly bytesReceived?: number;
}

export interface Flow {
  /** Video frames so far; audio packets too without a picture to send. */
  readonly sent: number;
  /** Grows with everything received from the server: checks of the path and reports. 0 if the browser does not report it. */
  readonly heard: number;
}

/** Reads the counters of a connection. `hasPicture`: whether video frames are to be expected. */
export function readFlow(stats: Iterable<FlowStats>, hasPicture: boolean): Flow {
  const all = [...stats];
  const outbound = all.filter(({ type }) => type === 'outbound-rtp');
  const video = hasPicture ? outbound.filter(({ kind }) => kind === 'video') : [];
  const counted = video.length > 0 ? video : outbound;
  const pairs = all.filter(({ type }) => type === 'candidate-pair');
  return {
    sent: counted.reduce((sum, { framesSent, packetsSent }) => sum + (framesSent ?? packetsSent ?? 0), 0),
    heard: pairs.reduce(
      (sum, { responsesReceived = 0, bytesReceived = 0 }) => sum + responsesReceived + bytesReceived,
      0,
    ),
  };
}

/** ms without anything from the server after which it counts as gone; some browsers notice only after 30 s. */
export const goneAfterMs = 6000;

/** Detects a server that has gone without closing the connection. */
export class HearingWatch {
  #heard = 0;
  #heardAt = 0;

  /** Takes the running total at `now` in ms; returns whether the server is gone. */
  observe(heard: number, now: number): boolean {
    if (heard !== this.#heard || heard === 0) this.#heardAt = now;
    this.#heard = heard;
    return now - this.#heardAt >= goneAfterMs;
  }
}
