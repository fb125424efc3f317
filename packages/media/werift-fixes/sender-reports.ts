/*
 * werift 0.25.2
 *
 * Symptom: a sender report pairs the send time of the last packet with that packet's RTP timestamp. If the packets of a
 * frame are paced, picture and sound drift apart by up to a frame.
 *
 * Report to file upstream:
 *   Title: Sender reports pair the send time of the last packet with its frame's timestamp
 *   Send two packets with the same timestamp 60 ms apart: the NTP time of the next report moves by 60 ms and its RTP
 *   timestamp does not. `dispatchRtp` in packages/webrtc/src/media/rtpSender.ts sets both for each packet; RFC 3550, 6.4.1
 *   requires the RTP timestamp of the NTP time. Please extrapolate from the first packet of a frame, or allow an
 *   application to disable the reports and send its own.
 */
import type { RTCRtpSender } from 'werift';

/** Disables a sender's reports, so that the caller can send its own. Call before the connection is made. */
export function withoutSenderReports(sender: RTCRtpSender): RTCRtpSender {
  // The flag keeps the report loop from starting a second time, and so from starting at all.
  sender.rtcpRunning = true;
  return sender;
}
