/*
 * werift 0.25.2
 *
 * Symptom: the class FullIntraRequest is not exported. A received request can be recognized only by its number.
 *
 * Report to file upstream:
 *   Title: Export FullIntraRequest
 *   `import { FullIntraRequest } from 'werift'` fails, although RtcpPayloadSpecificFeedback.deSerialize returns
 *   instances of it. packages/rtp/src/index.ts exports pictureLossIndication and remb of rtcp/psfb, but not fullIntraRequest.
 */

/** Whether payload-specific feedback is a Full Intra Request (RFC 5104, 4.3.1). */
export const isFullIntraRequest = ({ count }: { count: number }): boolean => count === 4;
