import * as z from 'zod/mini';

/** px, xs to 2xl (platform 9). */
export const breakpoints = [320, 640, 768, 1024, 1280, 1536] as const;

/** px, for pictures without a size and for browsers without `srcset`. */
export const DEFAULT_IMAGE = { width: 400, height: 300 } as const;

export const imageWidths = [...breakpoints, DEFAULT_IMAGE.width] as const;
export type ImageWidth = (typeof imageWidths)[number];

export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Limits for uploads in bytes and pixels; decoding more pixels could exhaust memory. */
export const MAX_IMAGE_BYTES = 5_242_880;
export const MAX_IMAGE_PIXELS = 25_000_000;

export const snapshotSchema = z.object({
  /** Site-relative URL of the WebP; `{w}` stands for one of `widths`. The AVIF has another extension. */
  url: z.string(),
  widths: z.array(z.int()),
  /** CSS colour of the placeholder. */
  color: z.string(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

export function imageAt(url: string, width: number, format: ImageFormat = 'webp'): string {
  const sized = url.replace('{w}', String(width));
  return format === 'webp' ? sized : sized.replace(/webp$/, format);
}

export function srcset({ url, widths }: Snapshot, most: number, format: ImageFormat): string {
  const offered = widths.filter((width) => width <= most);
  return offered.map((width) => `${imageAt(url, width, format)} ${width}w`).join(', ');
}

/** URL prefix of frames from running streams. They are replaced before an AVIF would be ready. */
export const LIVE_IMAGES = '/images/l';

export const formatsOf = ({ url }: Pick<Snapshot, 'url'>): readonly ImageFormat[] =>
  url.startsWith(LIVE_IMAGES) ? ['webp'] : imageFormats;
