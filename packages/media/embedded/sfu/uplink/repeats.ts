import { GenericNack, RtcpTransportLayerFeedback } from 'werift';
import type { Peer } from '../peer.ts';
import { seqOf } from '../rtp/sequence.ts';
import type { Uplink } from './uplinks.ts';

/** ms between checks for missing packets. */
const repeatCheckMs = 20;

/** Requests lost packets (NACK), separately for each stream. */
export function createRepeats(peer: Peer, uplinks: ReadonlyMap<number, Uplink>, now: () => number) {
  let timer: NodeJS.Timeout | null = null;
  function ask(): void {
    timer = null;
    for (const { source, missing } of uplinks.values()) {
      const lost = missing.due(now()).map(seqOf);
      const senderSsrc = peer.transceivers.get(source.kind)?.receiver.rtcpSsrc ?? 0;
      const feedback = new GenericNack({ senderSsrc, mediaSourceSsrc: source.ssrc, lost });
      if (lost.length > 0) peer.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
      if (missing.size > 0) schedule();
    }
  }
  function schedule(): void {
    if (!timer) timer = setTimeout(ask, repeatCheckMs).unref();
  }
  return ({ source, numbers, missing }: Uplink, seq: number) => {
    if (source.kind !== 'video') return;
    missing.came(numbers.index(seq), now());
    if (missing.size > 0) schedule();
  };
}
