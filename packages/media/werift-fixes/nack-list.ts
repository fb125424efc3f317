/*
 * werift 0.25.2
 *
 * Symptom: the list of a NACK continues into the next packet of the datagram. Chromium, which sends its bandwidth
 * estimate after each NACK, seems to miss ten or so packets never sent.
 *
 * Report to file upstream:
 *   Title: GenericNack.deSerialize reads past the end of its packet
 *   Concatenate a serialized NACK for [7] and a REMB, and pass them to RtcpPacketConverter.deSerialize: `lost` of the
 *   first packet has more than one entry. The converter passes `data.subarray(pos)`; it should end at
 *   `pos + header.length * 4`. Other feedback packets have the same bug, such as the SSRC list of a REMB.
 */
import type { GenericNack } from 'werift';

/** 32-bit words of an RTCP feedback packet before its list. */
const ssrcWords = 2;
/** Sequence numbers that one word of the list can name after its first (RFC 4585, 6.2.1). */
const reach = 16;

/** The sequence numbers of a NACK, without those read from the packets after it. */
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
