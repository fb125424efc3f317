import type { RtpPacket } from 'werift';
import { lineValue } from '../../../whip/sdp/fragment.ts';
import type { OfferSection } from '../../../whip/sdp/offer.ts';
import type { Choice } from '../answer.ts';
import { absSendTimeUri } from '../peer.ts';

/** A header extension (RFC 8285) that an encoder puts into its packets. */
export interface SentExtension {
  id: number;
  /** Answer line that accepts it. */
  line: string;
}

/**
 * Null if the section does not offer the extension, or only to receive it. One that is offered as `sendonly` is accepted
 * as `recvonly` (RFC 8285, 6): Firefox sends no other.
 */
export function sentExtension(lines: readonly string[], uri: string): SentExtension | null {
  const offered = lines.find((line) => line.startsWith('a=extmap:') && line.endsWith(` ${uri}`));
  const [, id, direction = ''] = /^a=extmap:(\d+)(\/\w+)? /.exec(offered ?? '') ?? [];
  if (id === undefined || direction === '/recvonly' || direction === '/inactive') return null;
  const accepted = direction === '/sendonly' ? '/recvonly' : direction;
  return { id: Number(id), line: `a=extmap:${id}${accepted} ${uri}` };
}

/** 24 bits of seconds, 18 of them the fraction. */
const wrap = 2 ** 24;
const stepsPerMs = 2 ** 18 / 1000;

/** The extension in which an encoder states when it sends each packet; null if it does not. */
export const readSendTime = ({ lines }: OfferSection): SentExtension | null =>
  sentExtension(lines, absSendTimeUri);

/** Reads when packets were sent, in ms of a clock that begins with the first one. */
export function createSendTimes(extensionId: number) {
  let last: number | null = null;
  let passed = 0;
  return (packet: RtpPacket): number | null => {
    const stated = extensionOf(packet, extensionId);
    if (stated?.length !== 3) return null;
    const steps = stated.readUIntBE(0, 3);
    const ahead = (steps - (last ?? steps) + wrap) % wrap;
    // A reordered packet is a little behind the last one.
    passed += ahead < wrap / 2 ? ahead : ahead - wrap;
    last = steps;
    return passed / stepsPerMs;
  };
}

const levelUri = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';

/** The extension in which an encoder states how loud each packet is (RFC 6464); null if it does not. */
export const readSoundLevel = ({ kind, lines }: OfferSection): SentExtension | null =>
  kind === 'audio' ? sentExtension(lines, levelUri) : null;

/** -dBov of a packet: 0 is loudest, 127 is silence; null if it states no level. */
export function soundLevelOf(packet: RtpPacket, extensionId: number | null): number | null {
  const level = extensionId === null ? undefined : extensionOf(packet, extensionId)?.[0];
  return level === undefined ? null : level & 0x7f;
}

const numbersUri = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

/** The header extension in which an encoder numbers its packets over all of its streams. */
export interface TransportNumbers {
  extensionId: number;
  /** Answer lines that ask for it. */
  lines: readonly string[];
}

/** Null if the section's packets are not numbered, or if its sender wants no arrival reports. */
export function readTransportNumbers({ lines }: OfferSection, { codecs }: Choice): TransportNumbers | null {
  const mapping = sentExtension(lines, numbersUri);
  const reported = codecs.flatMap(({ payloadType }) => `a=rtcp-fb:${payloadType} transport-cc`);
  if (!mapping || !reported.every((line) => lines.includes(line))) return null;
  return { extensionId: mapping.id, lines: [mapping.line, ...reported] };
}

const ridUri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
const repairedUri = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id';
/** Header extensions by which a stream names itself (RFC 8843 and 8852). */
const namingUris = ['urn:ietf:params:rtp-hdrext:sdes:mid', ridUri, repairedUri];

/** The layers that an encoder offers in one section (RFC 8853). */
export interface OfferedRids {
  mid: string;
  /** The offered list: alternatives are separated by commas, layers by semicolons. */
  list: string;
  rids: readonly string[];
  /** Id of the header extension that names a packet's layer. */
  extensionId: number;
  /** The same for retransmissions; 0 if they do not name it. */
  repairedId: number;
  /** Answer lines of the extensions. */
  extensions: readonly string[];
}

/** Null for a section with a single stream, and if packets do not name their layer. */
export function readRids(mid: string, lines: readonly string[]): OfferedRids | null {
  const offered = lines.flatMap((line) => /^a=rid:([\w-]+) send\b/.exec(line)?.[1] ?? []);
  const send = /\bsend ([\w~;,-]+)/.exec(lineValue(lines, 'a=simulcast:') ?? '')?.[1]?.replaceAll('~', '');
  const named = sentExtension(lines, ridUri);
  const extensions = namingUris.flatMap((uri) => sentExtension(lines, uri)?.line ?? []);
  const rids = send?.split(/[;,]/).filter((rid) => offered.includes(rid)) ?? [];
  if (!send || rids.length < 2 || !named) return null;
  const repairedId = sentExtension(lines, repairedUri)?.id ?? 0;
  return { mid, list: send, rids, extensionId: named.id, repairedId, extensions };
}

/** Answer lines that accept all layers: OBS ends the session if one is missing. */
export const ridLines = ({ rids, list, extensions }: OfferedRids): string[] => [
  ...extensions,
  ...rids.map((rid) => `a=rid:${rid} recv`),
  `a=simulcast:recv ${list}`,
];

/** The payload of a packet's header extension (RFC 8285); undefined if missing. */
export const extensionOf = ({ header }: RtpPacket, extensionId: number): Buffer | undefined =>
  header.extensions.find(({ id }) => id === extensionId)?.payload;
