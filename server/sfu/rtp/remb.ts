import { ReceiverEstimatedMaxBitrate, RtcpPayloadSpecificFeedback } from 'werift';

/** Between these (bit/s) an encoder is told to stay; below, a picture of 640×480 falls apart. */
export const bitrateFloor = 250_000;
export const bitrateCeiling = 2_500_000;

/** What the room can take: the median of its viewers, so that one bad line does not spoil it for the others. */
export function roomBitrate(estimates: readonly number[]): number {
  const sorted = estimates.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? bitrateCeiling;
  return Math.min(Math.max(median, bitrateFloor), bitrateCeiling);
}

/** A REMB message for the encoder of `mediaSsrc`; the wire has 18 bits of mantissa and an exponent. */
export function rembMessage(
  senderSsrc: number,
  mediaSsrc: number,
  bitsPerSecond: number,
): RtcpPayloadSpecificFeedback {
  const brExp = Math.max(0, Math.floor(Math.log2(bitsPerSecond)) - 17);
  return new RtcpPayloadSpecificFeedback({
    feedback: new ReceiverEstimatedMaxBitrate({
      senderSsrc,
      mediaSsrc: 0,
      ssrcNum: 1,
      ssrcFeedbacks: [mediaSsrc],
      brExp,
      brMantissa: Math.floor(bitsPerSecond / 2 ** brExp),
    }),
  });
}
