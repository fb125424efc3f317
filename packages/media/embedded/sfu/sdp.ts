import { Refusal } from './refusal.ts';
import { type MediaKind, type OfferedCodec, readCodec, videoFeedback } from './rtp/codecs.ts';

export type Direction = 'sendonly' | 'recvonly' | 'sendrecv' | 'inactive';

export interface IceCredentials {
  ufrag: string;
  pwd: string;
}

export interface OfferSection {
  kind: MediaKind;
  mid: string;
  direction: Direction;
  /** Codecs this server can forward, in the order of the offer. */
  codecs: OfferedCodec[];
  lines: readonly string[];
}

export interface Offer {
  session: readonly string[];
  sections: OfferSection[];
  ice: IceCredentials;
}

/** What is kept of an offered section: codecs, and header extensions by URI. */
export interface Choice {
  mid: string;
  kind: MediaKind;
  codecs: readonly OfferedCodec[];
  extensions: readonly string[];
}

/** The session part, and the lines of each `m=` section. */
export function splitSections(sdp: string): string[][] {
  const parts: string[][] = [[]];
  for (const line of sdp.split(/\r?\n/).filter(Boolean)) {
    if (line.startsWith('m=')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}

export function lineValue(lines: readonly string[], prefix: string): string | undefined {
  return lines.find((line) => line.startsWith(prefix))?.slice(prefix.length);
}

export function iceCredentials(lines: readonly string[]): IceCredentials | null {
  const ufrag = lineValue(lines, 'a=ice-ufrag:');
  const pwd = lineValue(lines, 'a=ice-pwd:');
  return ufrag && pwd ? { ufrag, pwd } : null;
}

/** Throws 400 for credentials that are missing, too short or made of other characters (RFC 8839, 5.4). */
function requireIce(lines: readonly string[], where: string): IceCredentials {
  const ice = iceCredentials(lines);
  if (!ice) throw new Refusal(400, `The ${where} has no ice-ufrag and ice-pwd`);
  if (!/^[A-Za-z0-9+/]{4,256}$/.test(ice.ufrag) || !/^[A-Za-z0-9+/]{22,256}$/.test(ice.pwd)) {
    throw new Refusal(
      400,
      `The ${where} needs an ice-ufrag of 4 and an ice-pwd of 22 ICE characters at least`,
    );
  }
  return ice;
}

function payloadTypesOf(media: string | undefined): string[] {
  return media?.split(' ').slice(3) ?? [];
}

/** Payload types under which packets are sent again, by the one that they were sent under first (RFC 4588, 8.6). */
function readRtx(lines: readonly string[]): ReadonlyMap<number, number> {
  const offered = payloadTypesOf(lines[0]).flatMap((type) => {
    if (lineValue(lines, `a=rtpmap:${type} `)?.toLowerCase() !== 'rtx/90000') return [];
    const [, repeats] = /(?:^|;)\s*apt=(\d+)/.exec(lineValue(lines, `a=fmtp:${type} `) ?? '') ?? [];
    return repeats ? [[Number(repeats), Number(type)] as const] : [];
  });
  // Of two for the same the first.
  return new Map(offered.toReversed());
}

function readSection(lines: readonly string[]): OfferSection {
  const kind = /^m=(audio|video) /.exec(lines[0] ?? '')?.[1] as MediaKind | undefined;
  if (!kind) throw new Refusal(422, 'Only audio and video sections are accepted');
  const mid = lineValue(lines, 'a=mid:');
  if (mid === undefined) throw new Refusal(422, `The ${kind} section has no mid`);
  if (!lines.includes('a=rtcp-mux')) throw new Refusal(422, `The ${kind} section does not offer rtcp-mux`);
  const direction = lines.find((line) => /^a=(sendonly|recvonly|sendrecv|inactive)$/.test(line))?.slice(2);
  // Only pictures are asked for again.
  const rtx = kind === 'video' ? readRtx(lines) : new Map<number, number>();
  const codecs = payloadTypesOf(lines[0]).flatMap((type) => {
    const rtpmap = `${type} ${lineValue(lines, `a=rtpmap:${type} `) ?? ''}`;
    const codec = readCodec(rtpmap, lineValue(lines, `a=fmtp:${type} `) ?? '');
    return codec ? { ...codec, rtx: rtx.get(codec.payloadType) } : [];
  });
  return { kind, mid, direction: (direction ?? 'sendrecv') as Direction, codecs, lines };
}

/** Throws 400 for what is no description, 422 for one that cannot be accepted. */
export function readOffer(sdp: string): Offer {
  const [session = [], ...rest] = splitSections(sdp);
  if (session[0] !== 'v=0') throw new Refusal(400, 'The body is not a session description');
  if (rest.length === 0) throw new Refusal(422, 'The offer has no media section');
  const sections = rest.map(readSection);
  if (new Set(sections.map(({ kind }) => kind)).size < sections.length) {
    throw new Refusal(422, 'At most one audio and one video section are accepted');
  }
  const bundle = lineValue(session, 'a=group:BUNDLE')?.trim().split(' ') ?? [];
  if (sections.length > 1 && !sections.every(({ mid }) => bundle.includes(mid))) {
    throw new Refusal(422, 'Audio and video must be offered in one BUNDLE group');
  }
  const ice = requireIce([...session, ...rest.flat()], 'offer');
  if (!/^a=fingerprint:\S+ \S+$/m.test(sdp.replace(/\r/g, ''))) {
    throw new Refusal(400, 'The offer has no DTLS fingerprint');
  }
  return { session, sections, ice };
}

/**
 * What werift is not told. Streams are told apart by `publisher.ts`: werift would send repeat
 * requests that mix the numbers of several.
 */
const withheld: readonly string[] = ['candidate', 'rid', 'simulcast', 'ssrc', 'ssrc-group'];

function narrowSection(section: OfferSection, choice: Choice): string[] {
  const types = choice.codecs.flatMap(({ payloadType, rtx = [] }) => [payloadType, rtx].flat().map(String));
  const [media, port, protocol] = (section.lines[0] ?? '').split(' ');
  // Port 0 with `bundle-only`, as Firefox offers, is no refusal (RFC 9143, 6); werift would take it for one.
  const isBundled = section.lines.includes('a=bundle-only');
  const kept = section.lines.slice(1).filter((line) => {
    const [, attribute, type = '', rest = ''] = /^a=([\w-]+):(\S+) ?(.*)$/.exec(line) ?? [];
    if (attribute === 'rtpmap' || attribute === 'fmtp') return types.includes(type);
    if (attribute === 'rtcp-fb') {
      return section.kind === 'video' && types.includes(type) && videoFeedback.includes(rest);
    }
    if (attribute === 'extmap') return choice.extensions.includes(rest);
    // A lite agent learns candidates from incoming checks and never sends to one that an offer names.
    return line !== 'a=bundle-only' && !withheld.includes(attribute ?? '');
  });
  return [[media, isBundled ? '9' : port, protocol, ...types].join(' '), ...kept];
}

/** The offer without what was not chosen, so that an answer to it promises nothing else. */
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

/** Replaces the machine's own IPs by `host`, for a server behind NAT. */
function announce(lines: readonly string[], host: string): string[] {
  const own = (line: string) => line.startsWith('a=candidate:') && line.split(' ')[4] !== '127.0.0.1';
  return lines.flatMap((line) => {
    if (!line.startsWith('a=candidate:')) return [line];
    return own(line) ? [line.split(' ').with(4, host).join(' ')] : [];
  });
}

/** Candidates that come late are taken, which an agent that learns them from checks can do (RFC 8445, 10; RFC 8838). */
const iceOptions = 'a=ice-options:ice2 trickle';

/** Adds ice-lite and ice-options (RFC 8839), rtcp-mux-only (RFC 8858) and the announced IP to werift's answer. */
export function finishAnswer(sdp: string, host: string | undefined): string {
  const [session = [], ...sections] = splitSections(sdp);
  const isReplaced = (line: string) => /^a=(ice-lite|ice-options:.*|rtcp-mux-only)$/.test(line);
  const media = sections
    .flat()
    .filter((line) => !isReplaced(line))
    .flatMap((line) => (line === 'a=rtcp-mux' ? [line, 'a=rtcp-mux-only'] : line));
  const lines = [...session.filter((line) => !isReplaced(line)), 'a=ice-lite', iceOptions, ...media];
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

/** Hands back an answer whose sections all carry media; 422 for another one, as an offer is taken whole or not at all. */
export function requireFlow(answer: string, direction: 'sendonly' | 'recvonly'): string {
  const [, ...sections] = splitSections(answer);
  for (const lines of sections) {
    const [media = '', port] = (lines[0] ?? '').slice('m='.length).split(' ');
    if (port === '0' || !lines.includes(`a=${direction}`)) {
      throw new Refusal(422, `Nothing would flow in the ${media} section`);
    }
  }
  return answer;
}

/** The fragment that answers an ICE restart (RFC 8840): credentials and candidates. */
export function toFragment(answer: string): string {
  const [session = [], first = []] = splitSections(answer);
  const wanted = /^(m=|a=(mid|ice-ufrag|ice-pwd|candidate|end-of-candidates))/;
  const shared = session.filter((line) => /^a=(ice-lite|ice-options:|group:)/.test(line));
  return `${[...shared, ...first.filter((line) => wanted.test(line))].join('\r\n')}\r\n`;
}

/** Credentials of a `trickle-ice-sdpfrag` body. Throws 400 without good ones. */
export function readFragment(body: string): IceCredentials {
  return requireIce(body.split(/\r?\n/), 'fragment');
}
