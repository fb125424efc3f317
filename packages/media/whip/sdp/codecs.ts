export type MediaKind = 'audio' | 'video';
export type CodecName = 'VP8' | 'H264' | 'opus';

/** A codec with the peer's payload type. */
export interface OfferedCodec {
  name: CodecName;
  payloadType: number;
  clockRate: number;
  /** Value of `a=fmtp`; empty if missing. */
  fmtp: string;
  /** Payload type of its retransmissions (RFC 4588); missing if not offered. */
  rtx?: number | undefined;
}

export const clockRates = { audio: 48_000, video: 90_000 } as const satisfies Record<MediaKind, number>;

const supported: ReadonlyMap<string, CodecName> = new Map([
  ['vp8', 'VP8'],
  ['h264', 'H264'],
  ['opus', 'opus'],
]);

/** Supported feedback types, which an answer keeps. */
export const videoFeedback: readonly string[] = ['nack', 'nack pli', 'ccm fir', 'goog-remb'];

const encodingOf = (rtpmap: string): string => /^\d+ ([^/]+)\//.exec(rtpmap)?.[1]?.toLowerCase() ?? '';

/** H.264 in packetization mode 0, also if the mode is missing (RFC 6184, 8.1). */
export const isSingleNal = (rtpmap: string, fmtp: string): boolean =>
  encodingOf(rtpmap) === 'h264' && !/packetization-mode=[1-9]/.test(fmtp);

/** Null if this server cannot forward the codec. */
export function readCodec(rtpmap: string, fmtp: string): OfferedCodec | null {
  const [, payloadType, encoding, clockRate] = /^(\d+) ([^/]+)\/(\d+)/.exec(rtpmap) ?? [];
  const name = supported.get(encoding?.toLowerCase() ?? '');
  if (!name) return null;
  // Mode 0 has one NAL unit in each packet; browsers and encoders use mode 1, and packets are forwarded
  // unchanged.
  if (name === 'H264' && !/packetization-mode=1(?!\d)/.test(fmtp)) return null;
  return { name, payloadType: Number(payloadType), clockRate: Number(clockRate), fmtp };
}

function profileOf(codec: OfferedCodec): string {
  return /profile-level-id=([0-9a-f]{4})/i.exec(codec.fmtp)?.[1]?.toLowerCase() ?? '';
}

/** The offered codec that can carry `source`: same name and, for H.264, same profile. */
export function matchCodec(source: OfferedCodec, offered: readonly OfferedCodec[]): OfferedCodec | undefined {
  const sameName = offered.filter((codec) => codec.name === source.name);
  return sameName.find((codec) => profileOf(codec) === profileOf(source)) ?? sameName[0];
}

/**
 * One entry for each codec name, the publisher's first; the others serve when an encoder returns with another codec.
 */
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
