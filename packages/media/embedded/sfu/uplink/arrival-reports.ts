import type { RtpPacket } from 'werift';
import type { Peer } from '../peer.ts';
import { extensionOf } from '../rtp/extension.ts';
import { Arrivals } from './arrivals.ts';

/** ms between two arrival reports; encoders expect ten per second. */
const arrivalsMs = 100;

/** Reports the arrival times of packets to the encoder, by its numbering over all streams. */
export function createArrivalReports(peer: Peer, numbersId: number) {
  const arrivals = new Arrivals();
  let timer: NodeJS.Timeout | null = null;
  let ssrc = 0;
  function tell(): void {
    timer = null;
    const [transceiver] = peer.transceivers.values();
    const report = arrivals.report(transceiver?.receiver.rtcpSsrc ?? 0, ssrc);
    if (report) peer.sendRtcp([report]);
  }
  return (packet: RtpPacket) => {
    const number = extensionOf(packet, numbersId);
    if (number?.length !== 2) return;
    // A monotonic clock with fractions of ms.
    arrivals.came(number.readUInt16BE(), performance.now());
    ({ ssrc } = packet.header);
    if (!timer) timer = setTimeout(tell, arrivalsMs).unref();
  };
}
