/*
 * werift 0.25.2
 *
 * Symptom: the class of a Full Intra Request, FullIntraRequest, is not exported. A received request can be recognized by its
 * number only.
 *
 * Report to file upstream:
 *   Title: Export FullIntraRequest
 *   `import { FullIntraRequest } from 'werift'` fails, although RtcpPayloadSpecificFeedback.deSerialize returns objects of
 *   it. packages/rtp/src/index.ts exports pictureLossIndication and remb of rtcp/psfb, and not fullIntraRequest.
 */

/** Whether payload-specific feedback is a Full Intra Request (RFC 5104, 4.3.1). */
export const isFullIntraRequest = ({ count }: { count: number }): boolean => count === 4;
