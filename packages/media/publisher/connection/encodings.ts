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

/** Sizes of the picture, from small to large: under load Chrome drops the last ones first. bit/s and frames/s. */
const sizes = [
  { rid: 'low', scaleResolutionDownBy: 4, maxBitrate: 160_000, maxFramerate: 20 },
  { rid: 'middle', scaleResolutionDownBy: 2, maxBitrate: 450_000, maxFramerate: 20 },
  { rid: 'high', scaleResolutionDownBy: 1, maxBitrate: 1_700_000, maxFramerate: 30 },
] as const;

/** Shorter side of the largest layer, in pixels. */
const LARGEST = 720;
/** A layer with a shorter side than this is left out. */
const SMALLEST = 120;

export type LayerCount = 2 | 3;

/**
 * The layers of a picture, at most `count`. `shorterSide`: of the camera's picture in pixels, null if unknown. A larger
 * picture is scaled down to 720 lines, a smaller one needs fewer bits.
 */
export function chooseLayers(count: LayerCount, shorterSide: number | null): RTCRtpEncodingParameters[] {
  const side = shorterSide ?? LARGEST;
  const shrink = Math.max(1, side / LARGEST);
  const chosen = sizes
    .slice(-count)
    .map((size) => ({
      ...size,
      scaleResolutionDownBy: size.scaleResolutionDownBy * shrink,
      maxBitrate: Math.round(size.maxBitrate * Math.min(1, side / LARGEST)),
    }))
    .filter(({ rid, scaleResolutionDownBy }) => rid === 'high' || side / scaleResolutionDownBy >= SMALLEST);
  if (chosen.length > 1) return chosen;
  // A single layer needs no name.
  return chosen.map(({ rid: _, ...encoding }) => encoding);
}
