import { splitSections } from '../whip/sdp/fragment.ts';

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

/*
 * werift 0.25.2
 *
 * Symptom: an offered section with port 0 and `a=bundle-only` is answered as rejected. Firefox offers its second
 * section so with the bundle policy `max-bundle`; its media is missing.
 *
 * Report to file upstream:
 *   Title: m-section with port 0 and a=bundle-only is treated as rejected
 *   Pass an offer with "a=group:BUNDLE 0 1" whose second section is "m=video 0 …" with "a=bundle-only" to
 *   setRemoteDescription, and read the answer: the second section has port 0. RFC 9143, 6 says that port 0 with bundle-only
 *   is not a rejection. All checks of `remoteMedia.port === 0` are affected, such as those of `setRemoteRTP`.
 */

/** The lines of an offered section; a bundle-only section gets a port. */
export function withBundlePort(lines: readonly string[]): readonly string[] {
  if (!lines.includes('a=bundle-only')) return lines;
  const [media = '', ...rest] = lines.filter((line) => line !== 'a=bundle-only');
  return [media.replace(/^(m=\w+) 0 /, '$1 9 '), ...rest];
}
