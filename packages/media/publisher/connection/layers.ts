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
 * picture is scaled down to 720 lines.
 */
export function chooseLayers(count: LayerCount, shorterSide: number | null): RTCRtpEncodingParameters[] {
  const side = shorterSide ?? LARGEST;
  const shrink = Math.max(1, side / LARGEST);
  const chosen = sizes
    .slice(-count)
    .map((size) => ({ ...size, scaleResolutionDownBy: size.scaleResolutionDownBy * shrink }))
    .filter(({ rid, scaleResolutionDownBy }) => rid === 'high' || side / scaleResolutionDownBy >= SMALLEST);
  if (chosen.length > 1) return chosen;
  // A single layer needs no name.
  return chosen.map(({ rid: _, ...encoding }) => encoding);
}
