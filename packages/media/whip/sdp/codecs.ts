export type MediaKind = 'audio' | 'video';
export type CodecName = 'VP8' | 'H264' | 'opus';

/** With the payload type chosen by that peer. */
export interface OfferedCodec {
  name: CodecName;
  payloadType: number;
  clockRate: number;
  /** Value of `a=fmtp`; empty when there is none. */
  fmtp: string;
  /** Payload type under which its packets are sent again (RFC 4588); none where that is not offered. */
  rtx?: number | undefined;
}

export const clockRates = { audio: 48_000, video: 90_000 } as const satisfies Record<MediaKind, number>;

const supported: ReadonlyMap<string, CodecName> = new Map([
  ['vp8', 'VP8'],
  ['h264', 'H264'],
  ['opus', 'opus'],
]);

/** Feedback types kept in an answer; others would promise what this server does not do. */
export const videoFeedback: readonly string[] = ['nack', 'nack pli', 'ccm fir', 'goog-remb'];

const encodingOf = (rtpmap: string): string => /^\d+ ([^/]+)\//.exec(rtpmap)?.[1]?.toLowerCase() ?? '';

/** H.264 in packetization mode 0, also where the mode is left out (RFC 6184, 8.1). */
export const isSingleNal = (rtpmap: string, fmtp: string): boolean =>
  encodingOf(rtpmap) === 'h264' && !/packetization-mode=[1-9]/.test(fmtp);

/** Null when this server cannot forward the codec. */
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
