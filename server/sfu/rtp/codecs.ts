import { RTCRtpCodecParameters } from 'werift';

export type MediaKind = 'audio' | 'video';
export type CodecName = 'VP8' | 'H264' | 'opus';

/** A codec as one peer offers it; the payload type is that peer's own number. */
export interface OfferedCodec {
  name: CodecName;
  payloadType: number;
  clockRate: number;
  /** Value of the `a=fmtp` line, empty when there is none. */
  fmtp: string;
}

export const clockRates = { audio: 48_000, video: 90_000 } as const satisfies Record<MediaKind, number>;

const supported: Readonly<Record<string, CodecName>> = { vp8: 'VP8', h264: 'H264', opus: 'opus' };

/** What a peer may send back about video; anything else in an offer would promise what we do not do. */
export const videoFeedback: readonly string[] = ['nack', 'nack pli', 'ccm fir', 'goog-remb'];

/** The codec of an `a=rtpmap` value with its `a=fmtp`, or null when this server cannot forward it. */
export function readCodec(rtpmap: string, fmtp: string): OfferedCodec | null {
  const [, payloadType, encoding, clockRate] = /^(\d+) ([^/]+)\/(\d+)/.exec(rtpmap) ?? [];
  const name = supported[encoding?.toLowerCase() ?? ''];
  if (!name) return null;
  // Mode 0 is one NAL unit a packet; browsers and encoders speak mode 1, and packets are forwarded as they come.
  if (name === 'H264' && !/packetization-mode=1/.test(fmtp)) return null;
  return { name, payloadType: Number(payloadType), clockRate: Number(clockRate), fmtp };
}

function profileOf(codec: OfferedCodec): string {
  return /profile-level-id=([0-9a-f]{4})/i.exec(codec.fmtp)?.[1]?.toLowerCase() ?? '';
}

/** The entry of `offered` that can carry what `source` sends: same codec, same H.264 profile when there is one. */
export function matchCodec(source: OfferedCodec, offered: readonly OfferedCodec[]): OfferedCodec | undefined {
  const sameName = offered.filter((codec) => codec.name === source.name);
  return sameName.find((codec) => profileOf(codec) === profileOf(source)) ?? sameName[0];
}

/** One entry a codec name, the publisher's first: the others keep the viewer when an encoder comes back different. */
export function codecsForViewer(
  source: OfferedCodec | undefined,
  offered: readonly OfferedCodec[],
): OfferedCodec[] {
  const first = source && matchCodec(source, offered);
  const rest = offered.filter(
    (codec, index) =>
      codec.name !== first?.name && offered.findIndex(({ name }) => name === codec.name) === index,
  );
  return first ? [first, ...rest] : rest;
}

export function toWerift(kind: MediaKind, codec: OfferedCodec): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({
    mimeType: `${kind}/${codec.name}`,
    payloadType: codec.payloadType,
    clockRate: codec.clockRate,
    ...(kind === 'audio' ? { channels: 2 } : {}),
    ...(codec.fmtp ? { parameters: codec.fmtp } : {}),
  });
}
