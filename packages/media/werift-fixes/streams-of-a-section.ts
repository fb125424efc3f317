/*
 * werift 0.25.2
 *
 * Symptom: a receiver with several video streams asks for packets that were never sent. It counts the sequence numbers of all
 * SSRCs of a section, layers of simulcast and RTX included, as those of one stream.
 *
 * Report to file upstream:
 *   Title: NackHandler mixes the sequence numbers of all SSRCs of a receiver
 *   Receive two simulcast layers with NACK, one near sequence number 100 and one near 40000: `onPacketLost` names thousands
 *   of packets. NackHandler in packages/webrtc/src/media/receiver/nack.ts has one `newEstSeqNum` and one `_lost` for a
 *   receiver; both belong to a media SSRC.
 */
import type { RTCRtpReceiver, RtpPacket } from 'werift';

/**
 * Attributes of an offered section that are withheld from the connection, so that it knows no track and sends no NACK. The
 * caller tells the streams apart and asks for lost packets itself.
 */
export const streamAttributes: readonly string[] = ['rid', 'simulcast', 'ssrc', 'ssrc-group'];

/** Passes a packet to the receiver of its section, which counts it in its receiver reports and does nothing else with it. */
export function countReceived(receiver: RTCRtpReceiver | undefined, packet: RtpPacket): void {
  receiver?.handleRtpBySsrc(packet, {});
}
