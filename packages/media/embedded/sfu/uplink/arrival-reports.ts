import type { RtpPacket } from 'werift';
import type { Peer } from '../peer.ts';
import { extensionOf } from '../rtp/extension.ts';
import { Arrivals } from './arrivals.ts';
import { type Arrival, Batch } from './batch.ts';
import { createSendTimes } from './send-time.ts';

/** ms between two arrival reports; encoders expect ten per second. */
const arrivalsMs = 100;

/**
 * Reports the arrival times of packets to the encoder, by its numbering over all streams. `sentId`: the extension in
 * which it states when it sends them; null if it does not.
 */
export function createArrivalReports(
  peer: Peer,
  { numbersId, sentId }: { numbersId: number; sentId: number | null },
) {
  const arrivals = new Arrivals();
  const sentAtOf = sentId === null ? () => null : createSendTimes(sentId);
  const batch = new Batch();
  let timer: NodeJS.Timeout | null = null;
  let ssrc = 0;
  const note = (came: readonly Arrival[]): void => {
    for (const { seq, at } of came) arrivals.came(seq, at);
  };
  function tell(): void {
    timer = null;
    note(batch.end());
    const [transceiver] = peer.transceivers.values();
    const report = arrivals.report(transceiver?.receiver.rtcpSsrc ?? 0, ssrc);
    if (report) peer.sendRtcp([report]);
  }
  return (packet: RtpPacket) => {
    const number = extensionOf(packet, numbersId);
    if (number?.length !== 2) return;
    // A monotonic clock with fractions of ms.
    const readAt = performance.now();
    note(batch.add({ seq: number.readUInt16BE(), sentAt: sentAtOf(packet), readAt }));
    ({ ssrc } = packet.header);
    if (!timer) timer = setTimeout(tell, arrivalsMs).unref();
  };
}
