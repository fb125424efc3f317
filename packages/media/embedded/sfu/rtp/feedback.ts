import { ReceiverEstimatedMaxBitrate, RtcpPayloadSpecificFeedback } from 'werift';

/** Limits for the encoder in bit/s; below the floor a 640×480 picture falls apart. */
export const bitrateFloor = 250_000;
export const bitrateCeiling = 2_500_000;
/** bit/s of all layers together. Viewers do not lower it: each gets a fitting layer. */
export const layersCeiling = 5_000_000;

/** The median of the viewers' estimates, so that one slow connection does not limit the others. */
export function roomBitrate(estimates: readonly number[]): number {
  const sorted = estimates.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? bitrateCeiling;
  return Math.min(Math.max(median, bitrateFloor), bitrateCeiling);
}

/** REMB: 18 bits of mantissa and an exponent. */
export function rembMessage(
  senderSsrc: number,
  mediaSsrcs: readonly number[],
  bitsPerSecond: number,
): RtcpPayloadSpecificFeedback {
  const brExp = Math.max(0, Math.floor(Math.log2(bitsPerSecond)) - 17);
  return new RtcpPayloadSpecificFeedback({
    feedback: new ReceiverEstimatedMaxBitrate({
      senderSsrc,
      mediaSsrc: 0,
      ssrcNum: mediaSsrcs.length,
      ssrcFeedbacks: [...mediaSsrcs],
      brExp,
      brMantissa: Math.floor(bitsPerSecond / 2 ** brExp),
    }),
  });
}

/** Minimum ms between two key frame requests: each key frame is a burst of data. */
export const keyFrameIntervalMs = 1000;

/** Merges the requests of all viewers; an early one is sent at the end of the interval. */
export class KeyFrameRequests {
  readonly #send: () => void;
  readonly #now: () => number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #pending: NodeJS.Timeout | null = null;

  constructor(send: () => void, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  request(): void {
    if (this.#pending) return;
    const wait = this.#sentAt + keyFrameIntervalMs - this.#now();
    if (wait <= 0) this.#fire();
    else this.#pending = setTimeout(() => this.#fire(), wait).unref();
  }

  stop(): void {
    if (this.#pending) clearTimeout(this.#pending);
    this.#pending = null;
  }

  #fire(): void {
    this.#pending = null;
    this.#sentAt = this.#now();
    this.#send();
  }
}
