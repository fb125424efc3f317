import { streamAttributes } from '../../werift-fixes/rtcp.ts';
import { completeAnswer, withBundlePort } from '../../werift-fixes/sdp.ts';
import { Refusal } from '../../whip/refusal.ts';
import { type MediaKind, type OfferedCodec, videoFeedback } from '../../whip/sdp/codecs.ts';
import { type IceCredentials, lineValue, splitSections } from '../../whip/sdp/fragment.ts';
import type { Offer, OfferSection } from '../../whip/sdp/offer.ts';

/** The accepted part of an offered section: codecs, and header extensions by URI. */
export interface Choice {
  mid: string;
  kind: MediaKind;
  codecs: readonly OfferedCodec[];
  extensions: readonly string[];
}

/** Attributes removed from the offer; an ICE-lite agent learns candidates from checks and contacts none of an offer. */
const withheld: readonly string[] = ['candidate', ...streamAttributes];

function narrowSection(section: OfferSection, choice: Choice): string[] {
  const types = choice.codecs.flatMap(({ payloadType, rtx = [] }) => [payloadType, rtx].flat().map(String));
  const [first = '', ...lines] = withBundlePort(section.lines);
  const [media, port, protocol] = first.split(' ');
  const kept = lines.filter((line) => {
    const [, attribute, type = '', rest = ''] = /^a=([\w-]+):(\S+) ?(.*)$/.exec(line) ?? [];
    if (attribute === 'rtpmap' || attribute === 'fmtp') return types.includes(type);
    if (attribute === 'rtcp-fb') {
      return section.kind === 'video' && types.includes(type) && videoFeedback.includes(rest);
    }
    if (attribute === 'extmap') return choice.extensions.includes(rest);
    return !withheld.includes(attribute ?? '');
  });
  return [[media, port, protocol, ...types].join(' '), ...kept];
}

/** The offer reduced to the choices, so that its answer accepts nothing else. */
export function narrowOffer(offer: Offer, choices: readonly Choice[], ice: IceCredentials): string {
  const narrowed = offer.sections.flatMap((section) => {
    const choice = choices.find(({ mid }) => mid === section.mid);
    return choice ? narrowSection(section, choice) : [];
  });
  const lines = [...offer.session, ...narrowed].map((line) => {
    if (line.startsWith('a=ice-ufrag:')) return `a=ice-ufrag:${ice.ufrag}`;
    return line.startsWith('a=ice-pwd:') ? `a=ice-pwd:${ice.pwd}` : line;
  });
  return `${lines.join('\r\n')}\r\n`;
}

/** Replaces the machine's own IPs with `host`, for a server behind NAT. */
function announce(lines: readonly string[], host: string): string[] {
  const own = (line: string) => line.startsWith('a=candidate:') && line.split(' ')[4] !== '127.0.0.1';
  return lines.flatMap((line) => {
    if (!line.startsWith('a=candidate:')) return [line];
    return own(line) ? [line.split(' ').with(4, host).join(' ')] : [];
  });
}

/** The answer as it is sent, with the announced IP. */
export function finishAnswer(sdp: string, host: string | undefined): string {
  const lines = completeAnswer(sdp);
  return `${(host ? announce(lines, host) : lines).join('\r\n')}\r\n`;
}

/** Adds lines to sections of an answer, by their mid. */
export function addLines(answer: string, added: ReadonlyMap<string, readonly string[]>): string {
  const [session = [], ...sections] = splitSections(answer);
  const described = sections.map((lines) => [
    ...lines,
    ...(added.get(lineValue(lines, 'a=mid:') ?? '') ?? []),
  ]);
  return `${[...session, ...described.flat()].join('\r\n')}\r\n`;
}

/** Returns the answer if all its sections carry media. Throws 422 otherwise: an offer is never accepted in part. */
export function requireFlow(answer: string, direction: 'sendonly' | 'recvonly'): string {
  const [, ...sections] = splitSections(answer);
  for (const lines of sections) {
    const [media = '', port] = (lines[0] ?? '').slice('m='.length).split(' ');
    if (port === '0' || !lines.includes(`a=${direction}`)) {
      throw new Refusal(422, `The ${media} section would be inactive`);
    }
  }
  return answer;
}
