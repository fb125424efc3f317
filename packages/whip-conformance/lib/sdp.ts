import { randomBytes } from 'node:crypto';
import type { IceCredentials, Protocol } from './types.ts';

/** The session part, and the lines of each `m=` section. */
export function split(sdp: string) {
  const parts: string[][] = [[]];
  for (const line of sdp.split(/\r?\n/).filter(Boolean)) {
    if (line.startsWith('m=')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  const [session = [], ...sections] = parts;
  return { session, sections };
}

export const valuesOf = (lines: readonly string[], prefix: string) =>
  lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));

/** The first value in the whole description. */
export const valueIn = (sdp: string, prefix: string) => valuesOf(sdp.split(/\r?\n/), prefix)[0];

/** The value of an attribute: `0` for `mid` and `a=mid:0`. */
export const attribute = (lines: readonly string[], name: string) => valuesOf(lines, `a=${name}:`)[0];

export const mediaOf = (lines: readonly string[]) => {
  const [kind = '', port = '', protocol = '', ...types] = (lines[0] ?? '').slice(2).split(' ');
  return { kind, port, protocol, types };
};

/** Codec names in lower case, by payload type. */
export const codecsOf = (lines: readonly string[]) =>
  new Map(
    valuesOf(lines, 'a=rtpmap:').map((line) => {
      const [type = '', codec = ''] = line.split(' ');
      return [type, codec.split('/')[0]?.toLowerCase() ?? ''];
    }),
  );

/** Random text of ice-char (RFC 8839, 5.4). */
export const iceText = (length: number) => randomBytes(length).toString('hex').slice(0, length);

export const fingerprint = () =>
  `sha-256 ${[...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')}`;

const audioCodecs = ['a=rtpmap:111 opus/48000/2', 'a=fmtp:111 minptime=10;useinbandfec=1'];

const videoCodecs = [
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 goog-remb',
  'a=rtcp-fb:96 ccm fir',
  'a=rtcp-fb:96 nack',
  'a=rtcp-fb:96 nack pli',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=rtpmap:102 H264/90000',
  'a=rtcp-fb:102 goog-remb',
  'a=rtcp-fb:102 ccm fir',
  'a=rtcp-fb:102 nack',
  'a=rtcp-fb:102 nack pli',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:103 rtx/90000',
  'a=fmtp:103 apt=102',
];

/** An offer like that of a browser; its candidate is unreachable. */
export function makeOffer(
  protocol: Protocol,
  options: Partial<IceCredentials> & { kinds?: readonly ('audio' | 'video')[]; direction?: string } = {},
) {
  const { kinds = ['audio', 'video'], ufrag = iceText(8), pwd = iceText(24) } = options;
  const direction = options.direction ?? (protocol === 'whip' ? 'sendonly' : 'recvonly');
  const shared = [
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    'a=ice-options:trickle ice2',
    `a=fingerprint:${fingerprint()}`,
    'a=setup:actpass',
  ];
  const candidate = 'a=candidate:1 1 udp 2130706431 192.0.2.1 50000 typ host';
  const sections = kinds.flatMap((kind, mid) => [
    kind === 'audio' ? 'm=audio 9 UDP/TLS/RTP/SAVPF 111' : 'm=video 9 UDP/TLS/RTP/SAVPF 96 97 102 103',
    ...shared,
    `a=mid:${mid}`,
    'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
    'a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
    `a=${direction}`,
    ...(direction === 'recvonly' ? [] : [`a=msid:stream ${kind}`]),
    'a=rtcp-mux',
    'a=rtcp-mux-only',
    ...(kind === 'audio' ? audioCodecs : videoCodecs),
    ...(mid === 0 ? [candidate] : []),
  ]);
  const id = BigInt(`0x${randomBytes(7).toString('hex')}`);
  const session = [
    'v=0',
    `o=- ${id} 2 IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${kinds.map((_kind, mid) => mid).join(' ')}`,
    'a=extmap-allow-mixed',
    'a=msid-semantic: WMS stream',
  ];
  return `${[...session, ...sections].join('\r\n')}\r\n`;
}

/** The body of a PATCH (RFC 8840). */
export function makeFragment({
  ufrag,
  pwd,
  lines = ['a=candidate:2 1 udp 1686052607 198.51.100.1 50001 typ host'],
}: IceCredentials & { lines?: readonly string[] }) {
  const parts = [
    'a=ice-options:trickle ice2',
    'a=group:BUNDLE 0 1',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=mid:0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    ...lines,
  ];
  return `${parts.join('\r\n')}\r\n`;
}

/** Host and port of the UDP candidates. */
export const candidatesOf = (sdp: string) =>
  valuesOf(sdp.split(/\r?\n/), 'a=candidate:').flatMap((line) => {
    const [, component, transport = '', , host = '', port] = line.split(' ');
    return transport.toLowerCase() === 'udp' && component === '1' ? [{ host, port: Number(port) }] : [];
  });
