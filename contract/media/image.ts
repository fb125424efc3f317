import { z } from 'zod';

/** Widths (px) at which the layout changes, xs to 2xl; pictures come in these (platform 9). */
export const breakpoints = [320, 640, 768, 1024, 1280, 1536] as const;

/** The size of a picture nobody gave one, and of the version a browser without `srcset` gets. */
export const DEFAULT_IMAGE = { width: 400, height: 300 } as const;

/** Every width there is; an address with another one leads nowhere. */
export const imageWidths = [...breakpoints, DEFAULT_IMAGE.width] as const;
export type ImageWidth = (typeof imageWidths)[number];

export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** What is accepted from outside, in bytes and in pixels; more pixels could fill the memory of the server. */
export const MAX_IMAGE_BYTES = 5_242_880;
export const MAX_IMAGE_PIXELS = 25_000_000;

/** Where a picture is found at any width, and the colour shown until it is there. */
export const snapshotSchema = z.object({
  /** Site-relative address of the WebP; `{w}` stands for one of `widths`. The AVIF differs in its ending. */
  url: z.string(),
  widths: z.array(z.number().int()),
  /** CSS colour of the placeholder. */
  color: z.string(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** One address of a picture. */
export function imageAt(url: string, width: number, format: ImageFormat = 'webp'): string {
  const sized = url.replace('{w}', String(width));
  return format === 'webp' ? sized : sized.replace(/webp$/, format);
}

/** The value of a `srcset`: all widths up to `most`, in px. */
export function srcset({ url, widths }: Snapshot, most: number, format: ImageFormat): string {
  const offered = widths.filter((width) => width <= most);
  return offered.map((width) => `${imageAt(url, width, format)} ${width}w`).join(', ');
}

/** Begins the address of a picture out of a running stream: it is gone before an AVIF of it would be ready. */
export const LIVE_IMAGES = '/images/l';

/** Formats a picture is offered in, the smaller ones first. */
export const formatsOf = ({ url }: Pick<Snapshot, 'url'>): readonly ImageFormat[] =>
  url.startsWith(LIVE_IMAGES) ? ['webp'] : imageFormats;
