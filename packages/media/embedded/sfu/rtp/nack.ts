import type { GenericNack } from 'werift';

/** Words of an RTCP feedback packet before its list. */
const ssrcWords = 2;
/** Sequence numbers that one word of the list can name beside its first (RFC 4585, 6.2.1). */
const reach = 16;

/**
 * What a player really asks for. Of packets that come in one datagram werift reads all that follows as a part of the list: a
 * player that tells its estimate behind each request seems to miss packets that never were. For as long as it does.
 */
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
