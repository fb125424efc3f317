/*
 * werift 0.25.2
 *
 * Symptom: a NACK followed by another packet in one datagram has a list that goes on through that packet. A player that
 * sends its bandwidth estimate behind each NACK, as Chromium does, seems to miss some ten packets that were never sent.
 *
 * Report to file upstream:
 *   Title: GenericNack.deSerialize reads past the end of its packet
 *   Concatenate a serialized NACK for [7] and a REMB, and pass them to RtcpPacketConverter.deSerialize: `lost` of the
 *   first packet has more than one entry. The converter passes `data.subarray(pos)`; it should end at
 *   `pos + header.length * 4`. Other feedback packets have the same fault, such as the SSRC list of a REMB.
 */
import type { GenericNack } from 'werift';

/** Words of an RTCP feedback packet before its list. */
const ssrcWords = 2;
/** Sequence numbers that one word of the list can name beside its first (RFC 4585, 6.2.1). */
const reach = 16;

/** The sequence numbers that a NACK names, without those read from the packets behind it. */
export function lostOf({ lost, header }: GenericNack): number[] {
  let words = header.length - ssrcWords;
  let first = Number.NEGATIVE_INFINITY;
  const end = lost.findIndex((seq) => {
    if (seq > first && seq <= first + reach) return false;
    first = seq;
    words -= 1;
    return words < 0;
  });
  return end < 0 ? lost : lost.slice(0, end);
}
