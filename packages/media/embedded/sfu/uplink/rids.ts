import { lineValue } from '../../../whip/sdp/lines.ts';
import { sentExtension } from './extensions.ts';

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
