/*
 * werift 0.25.2
 *
 * Symptom: an answer of an ICE-lite agent says `ice-lite` in each section instead of once for the session, and lacks
 * `ice-options:ice2` and `rtcp-mux-only`. Strict clients refuse it, or take the agent for a full one.
 *
 * Report to file upstream:
 *   Title: Answers have ice-lite at media level and lack ice-options and rtcp-mux-only
 *   Create an RTCPeerConnection with iceLite and answer an offer: "a=ice-lite" stands below each m-line. RFC 8839, 5.3 makes
 *   it a session-level attribute; RFC 8445, 10 requires "a=ice-options:ice2" of an agent that implements it; and an agent
 *   that multiplexes only, as rtcpMuxPolicy "require" says, tells so with "a=rtcp-mux-only" (RFC 8858, RFC 9725, 4.4.1).
 */
import { splitSections } from '../whip/sdp/lines.ts';

/** Late candidates are accepted: a lite agent learns them from checks (RFC 8445, 10; RFC 8838). */
const iceOptions = 'a=ice-options:ice2 trickle';

/** Lines of an answer, with what its session part and its sections lack. */
export function completeAnswer(sdp: string): string[] {
  const [session = [], ...sections] = splitSections(sdp);
  const isReplaced = (line: string) => /^a=(ice-lite|ice-options:.*|rtcp-mux-only)$/.test(line);
  const media = sections
    .flat()
    .filter((line) => !isReplaced(line))
    .flatMap((line) => (line === 'a=rtcp-mux' ? [line, 'a=rtcp-mux-only'] : line));
  return [...session.filter((line) => !isReplaced(line)), 'a=ice-lite', iceOptions, ...media];
}
