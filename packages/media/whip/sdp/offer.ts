import { Refusal } from '../refusal.ts';
import { isSingleNal, type MediaKind, type OfferedCodec, readCodec } from './codecs.ts';
import { type IceCredentials, lineValue, requireIce, splitSections } from './fragment.ts';

export type Direction = 'sendonly' | 'recvonly' | 'sendrecv' | 'inactive';

export interface OfferSection {
  kind: MediaKind;
  mid: string;
  direction: Direction;
  /** Codecs this server can forward, in the order of the offer. */
  codecs: OfferedCodec[];
  /** Whether H.264 is offered in packetization mode 0, which is not forwarded. */
  hasSingleNal: boolean;
  lines: readonly string[];
}

export interface Offer {
  session: readonly string[];
  sections: OfferSection[];
  ice: IceCredentials;
}

function payloadTypesOf(media: string | undefined): string[] {
  return media?.split(' ').slice(3) ?? [];
}

/** RTX payload types by the payload type that they retransmit (RFC 4588, 8.6). */
function readRtx(lines: readonly string[]): ReadonlyMap<number, number> {
  const offered = payloadTypesOf(lines[0]).flatMap((type) => {
    if (lineValue(lines, `a=rtpmap:${type} `)?.toLowerCase() !== 'rtx/90000') return [];
    const [, repeats] = /(?:^|;)\s*apt=(\d+)/.exec(lineValue(lines, `a=fmtp:${type} `) ?? '') ?? [];
    return repeats ? [[Number(repeats), Number(type)] as const] : [];
  });
  // Of two for the same type, the first wins.
  return new Map(offered.toReversed());
}

function readSection(lines: readonly string[]): OfferSection {
  const kind = /^m=(audio|video) /.exec(lines[0] ?? '')?.[1] as MediaKind | undefined;
  if (!kind) throw new Refusal(422, 'Only audio and video sections are accepted');
  const mid = lineValue(lines, 'a=mid:');
  if (mid === undefined) throw new Refusal(422, `The ${kind} section has no mid`);
  if (!lines.includes('a=rtcp-mux')) throw new Refusal(422, `The ${kind} section does not offer rtcp-mux`);
  const direction = lines.find((line) => /^a=(sendonly|recvonly|sendrecv|inactive)$/.test(line))?.slice(2);
  // Only video is retransmitted.
  const rtx = kind === 'video' ? readRtx(lines) : new Map<number, number>();
  const offered = payloadTypesOf(lines[0]).map((type) => ({
    rtpmap: `${type} ${lineValue(lines, `a=rtpmap:${type} `) ?? ''}`,
    fmtp: lineValue(lines, `a=fmtp:${type} `) ?? '',
  }));
  const codecs = offered.flatMap(({ rtpmap, fmtp }) => {
    const codec = readCodec(rtpmap, fmtp);
    return codec ? { ...codec, rtx: rtx.get(codec.payloadType) } : [];
  });
  const hasSingleNal = offered.some(({ rtpmap, fmtp }) => isSingleNal(rtpmap, fmtp));
  return { kind, mid, direction: (direction ?? 'sendrecv') as Direction, codecs, hasSingleNal, lines };
}

/** Throws 400 if the body is not a session description, 422 if it cannot be accepted. */
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

/** Error text for an offer with H.264 only in packetization mode 0. */
export const singleNalProblem =
  'H264 is offered in packetization mode 0: send it with packetization-mode=1 (RFC 6184, 6.3), or VP8';

/** The codec of a published section. Throws 422 if the section does not send or has no supported codec. */
export function publishedCodec({
  kind,
  codecs: [codec],
  hasSingleNal,
  direction,
}: OfferSection): OfferedCodec {
  if (direction === 'recvonly' || direction === 'inactive') {
    throw new Refusal(422, `The ${kind} section does not send`);
  }
  if (!codec && hasSingleNal) throw new Refusal(422, singleNalProblem);
  if (!codec)
    throw new Refusal(422, `No ${kind} codec of the offer is supported: send VP8 or H264, and opus`);
  return codec;
}
