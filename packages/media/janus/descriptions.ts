import { type IceCredentials, lineValue, splitSections } from '../whip/sdp/fragment.ts';
import type { Offer } from '../whip/sdp/offer.ts';
import type { Jsep } from './api.ts';

const joined = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

/** Gives a port to bundle-only sections with port 0, as Firefox offers them (RFC 9143, 6): Janus would reject them. */
export function toJanus({ session, sections }: Offer): string {
  const lines = sections.flatMap((section) => {
    if (!section.lines.includes('a=bundle-only')) return section.lines;
    const [media = '', ...rest] = section.lines;
    return [media.replace(/ 0 /, ' 9 '), ...rest.filter((line) => line !== 'a=bundle-only')];
  });
  return joined([...session, ...lines]);
}

/** An SDP does not say which layer is the largest; browsers that send the smallest first call it `low`, as the publisher does. */
export const jsepOfOffer = (sdp: string): Jsep => ({
  type: 'offer',
  sdp,
  ...(/^a=simulcast:send low;/m.test(sdp) ? { rid_order: 'lmh' } : {}),
});

/** The offer after an ICE restart of its encoder: new credentials, without the old candidates. */
export function restartedOffer(sdp: string, { ufrag, pwd }: IceCredentials): string {
  const lines = splitSections(sdp)
    .flat()
    .filter((line) => !/^a=(candidate:|end-of-candidates)/.test(line));
  return joined(
    lines.map((line) => {
      if (line.startsWith('a=ice-ufrag:')) return `a=ice-ufrag:${ufrag}`;
      return line.startsWith('a=ice-pwd:') ? `a=ice-pwd:${pwd}` : line;
    }),
  );
}

/** Late candidates are accepted (RFC 8840), and libnice implements RFC 8445 (10). */
const iceOptions = 'a=ice-options:ice2 trickle';

/** Whether the offer has this feedback for the payload type or for all. */
function isOffered(line: string, offered: readonly string[]): boolean {
  return offered.includes(line) || offered.includes(line.replace(/^a=rtcp-fb:\d+/, 'a=rtcp-fb:*'));
}

/** Janus' answer without feedback that was not offered (RFC 4585, 4.2), with rtcp-mux-only (RFC 8858) and ice2 (RFC 8445). */
export function fromJanus(answer: string, offer: Offer): string {
  const [session = [], ...sections] = splitSections(answer);
  const isReplaced = (line: string) => /^a=(ice-options:.*|rtcp-mux-only)$/.test(line);
  const finished = sections.flatMap((lines) => {
    const mid = lineValue(lines, 'a=mid:');
    const offered = offer.sections.find((section) => section.mid === mid)?.lines ?? [];
    return lines
      .filter((line) => !isReplaced(line) && (!line.startsWith('a=rtcp-fb:') || isOffered(line, offered)))
      .flatMap((line) => (line === 'a=rtcp-mux' ? [line, 'a=rtcp-mux-only'] : line));
  });
  return joined([...session.filter((line) => !isReplaced(line)), iceOptions, ...finished]);
}
