import type { RtpPacket } from 'werift';
import type { Peer } from '../peer.ts';
import { extensionOf } from '../rtp/extension.ts';
import { Arrivals } from './arrivals.ts';

/** ms between two reports of when packets came; encoders expect one ten times a second. */
const arrivalsMs = 100;

/** Tells the encoder when its packets came, in the numbers that it gives them over all streams. */
export function createArrivalReports(peer: Peer, numbersId: number) {
  const arrivals = new Arrivals();
  let timer: NodeJS.Timeout | null = null;
  let ssrc = 0;
  function tell(): void {
    timer = null;
    const [transceiver] = peer.transceivers.values();
    const report = arrivals.report(transceiver?.receiver.rtcpSsrc ?? 0, ssrc);
    if (report) peer.report([report]);
  }
  return (packet: RtpPacket) => {
    const number = extensionOf(packet, numbersId);
    if (number?.length !== 2) return;
    // With fractions, and no clock that is set.
    arrivals.came(number.readUInt16BE(), performance.now());
    ({ ssrc } = packet.header);
    if (!timer) timer = setTimeout(tell, arrivalsMs).unref();
  };
}
