import { codecsOf, fingerprint, iceText, mediaOf, split, valuesOf } from '../lib/sdp.ts';
import type { Session } from './break.ts';

const known = ['opus', 'vp8', 'h264', 'rtx'];

const value = (sdp: string, name: string) => new RegExp(`^a=${name}:(.*?)\\r?$`, 'm').exec(sdp)?.[1];

/** Reasons to refuse an offer, by name. */
export const faults: Record<string, (sdp: string, receives: string) => boolean> = {
  garbage: (sdp) => !sdp.startsWith('v=0'),
  'no-media': (sdp) => sdp.startsWith('v=0') && !sdp.includes('m='),
  'no-ufrag': (sdp) => sdp.includes('m=') && !value(sdp, 'ice-ufrag'),
  'no-pwd': (sdp) => sdp.includes('m=') && !value(sdp, 'ice-pwd'),
  'short-ufrag': (sdp) => (value(sdp, 'ice-ufrag')?.length ?? 9) < 4,
  'short-pwd': (sdp) => (value(sdp, 'ice-pwd')?.length ?? 99) < 22,
  'wrong-ufrag': (sdp) => /[^A-Za-z0-9+/]/.test(value(sdp, 'ice-ufrag') ?? ''),
  'no-dtls': (sdp) => sdp.includes(' RTP/AVPF'),
  'no-fingerprint': (sdp) => sdp.includes('SAVPF') && !value(sdp, 'fingerprint'),
  direction: (sdp, receives) => sdp.includes(`a=${receives}`),
  inactive: (sdp) => sdp.includes('a=inactive'),
  'two-tracks': (sdp) => (sdp.match(/^m=video/gm)?.length ?? 0) > 1,
  data: (sdp) => sdp.includes('m=application'),
  'no-codec': (sdp) => sdp.includes('x-one/') && sdp.includes('x-two/'),
  'no-codec.sound': (sdp) => sdp.includes('x-three/'),
  'no-rtcp-mux': (sdp) => sdp.includes('SAVPF') && !sdp.includes('a=rtcp-mux'),
  'no-bundle': (sdp) => sdp.includes('SAVPF') && !sdp.includes('a=group:BUNDLE'),
  'dead-section': (sdp) => sdp.includes('m=video 0 ') && !sdp.includes('a=bundle-only'),
};

function answerSection(lines: readonly string[], direction: string, { ufrag, pwd, port }: Session['ice']) {
  const { kind, protocol, types } = mediaOf(lines);
  const codecs = codecsOf(lines);
  const kept = types.filter((type) => known.includes(codecs.get(type) ?? ''));
  const ofKept = lines.filter((line) => {
    const [, name, type = ''] = /^a=(rtpmap|fmtp|rtcp-fb):(\d+) /.exec(line) ?? [];
    return name !== undefined && kept.includes(type);
  });
  const [media, repair] = [kind.length * 1000 + 1, kind.length * 1000 + 2];
  const sends = direction === 'sendonly';
  const repairs = kept.some((type) => codecs.get(type) === 'rtx');
  const rids = valuesOf(lines, 'a=rid:').map((line) => line.split(' ')[0]);
  return [
    `m=${kind} 9 ${protocol} ${kept.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    `a=fingerprint:${fingerprint()}`,
    'a=setup:passive',
    `a=mid:${valuesOf(lines, 'a=mid:')[0]}`,
    `a=${direction}`,
    'a=rtcp-mux',
    'a=rtcp-mux-only',
    ...lines.filter((line) => line.startsWith('a=extmap:2 ')),
    ...(sends ? [`a=msid:stream ${kind}`, `a=ssrc:${media} cname:x`] : []),
    ...(sends && repairs ? [`a=ssrc:${repair} cname:x`, `a=ssrc-group:FID ${media} ${repair}`] : []),
    ...rids.map((rid) => `a=rid:${rid} recv`),
    ...(rids.length > 0 ? [`a=simulcast:recv ${rids.join(';')}`] : []),
    ...ofKept,
    `a=candidate:1 1 udp 2130706431 127.0.0.1 ${port} typ host`,
    'a=end-of-candidates',
  ];
}

export const freshIce = () => ({ ufrag: iceText(8), pwd: iceText(24) });

export function answerTo(offer: string, direction: string, ice: Session['ice']) {
  const { session, sections } = split(offer);
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    ...session.filter((line) => line.startsWith('a=group:')),
    'a=ice-lite',
    'a=ice-options:ice2 trickle',
    ...sections.flatMap((section) => answerSection(section, direction, ice)),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

export const restartAnswer = (mid: string, { ufrag, pwd, port }: Session['ice']) =>
  [
    'a=ice-lite',
    'a=ice-options:ice2 trickle',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    `a=mid:${mid}`,
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    `a=candidate:1 1 udp 2130706431 127.0.0.1 ${port} typ host`,
    'a=end-of-candidates',
    '',
  ].join('\r\n');
