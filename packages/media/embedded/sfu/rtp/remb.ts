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
