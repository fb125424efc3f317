/*
 * werift 0.25.2
 *
 * Symptom: a receiver of several video streams requests packets never sent: it counts sequence numbers of all SSRCs
 * of a section, also simulcast layers and RTX, as one stream.
 *
 * Report to file upstream:
 *   Title: NackHandler mixes the sequence numbers of all SSRCs of a receiver
 *   Receive two simulcast layers with NACK, one near sequence number 100 and one near 40000: `onPacketLost` reports
 *   thousands of packets. NackHandler in packages/webrtc/src/media/receiver/nack.ts has one `newEstSeqNum` and one
 *   `_lost` per receiver; it needs both per media SSRC.
 */
import type { RTCRtpReceiver, RtpPacket } from 'werift';

/**
 * Attributes removed from an offered section, so that the connection knows no track and sends no NACK. The caller
 * separates the streams and requests lost packets itself.
 */
export const streamAttributes: readonly string[] = ['rid', 'simulcast', 'ssrc', 'ssrc-group'];

/** Passes a packet to the receiver of its section, which only counts it for its receiver reports. */
export function countReceived(receiver: RTCRtpReceiver | undefined, packet: RtpPacket): void {
  receiver?.handleRtpBySsrc(packet, {});
}
