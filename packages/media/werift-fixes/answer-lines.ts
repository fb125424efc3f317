/*
 * werift 0.25.2
 *
 * Symptom: an ICE-lite agent's answer has `ice-lite` in each section instead of at session level, and lacks
 * `ice-options:ice2` and `rtcp-mux-only`. Strict clients refuse it.
 *
 * Report to file upstream:
 *   Title: Answers have ice-lite at media level and lack ice-options and rtcp-mux-only
 *   Create an RTCPeerConnection with iceLite and answer an offer: "a=ice-lite" stands below each m-line. RFC 8839, 5.3 makes
 *   it a session-level attribute; RFC 8445, 10 requires "a=ice-options:ice2" of an agent that implements it; and an agent
 *   that only multiplexes (rtcpMuxPolicy "require") includes "a=rtcp-mux-only" (RFC 8858, RFC 9725, 4.4.1).
 */
import { splitSections } from '../whip/sdp/lines.ts';

/** Late candidates are accepted: a lite agent learns them from checks (RFC 8445, 10; RFC 8838). */
const iceOptions = 'a=ice-options:ice2 trickle';

/** Lines of an answer, completed at session level and in each section. */
export function completeAnswer(sdp: string): string[] {
  const [session = [], ...sections] = splitSections(sdp);
  const isReplaced = (line: string) => /^a=(ice-lite|ice-options:.*|rtcp-mux-only)$/.test(line);
  const media = sections
    .flat()
    .filter((line) => !isReplaced(line))
    .flatMap((line) => (line === 'a=rtcp-mux' ? [line, 'a=rtcp-mux-only'] : line));
  return [...session.filter((line) => !isReplaced(line)), 'a=ice-lite', iceOptions, ...media];
}
