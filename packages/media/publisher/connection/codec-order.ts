export type VideoCodec = 'vp8' | 'h264';

interface Codec {
  readonly mimeType: string;
  readonly sdpFmtpLine?: string;
}

/** 0 for the wanted codec; H.264 in the profile that every player decodes comes before its other profiles. */
function rank({ mimeType, sdpFmtpLine = '' }: Codec, wanted: VideoCodec): number {
  if (mimeType.toLowerCase() !== `video/${wanted}`) return 2;
  const isPlain = /profile-level-id=42e0/i.test(sdpFmtpLine) && /packetization-mode=1/.test(sdpFmtpLine);
  return wanted === 'vp8' || isPlain ? 0 : 1;
}

/** The browser's codecs with the wanted one first, the others (also RTX and FEC) in their order. */
export const orderCodecs = <C extends Codec>(codecs: readonly C[], wanted: VideoCodec): C[] =>
  codecs.toSorted((one, other) => rank(one, wanted) - rank(other, wanted));
