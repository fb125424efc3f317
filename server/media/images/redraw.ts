import type { Metadata, Sharp } from 'sharp';
import sharp from 'sharp';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Scan } from '#server/ports/gateways.ts';
import { createTurns } from './turns.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Redrawn extends Size {
  content: CleanBytes;
}

/** The steps for a picture of this upright size; may throw an AppError. */
export type Plan = (size: Size) => (picture: Sharp) => Sharp;

interface RedrawOptions {
  readonly formats: readonly ('jpeg' | 'png' | 'webp')[];
  /** Label for a file that can't be decoded. */
  readonly refuseUndecoded: (file: Uint8Array) => ErrorLabel;
}

/** Phone cameras have 48 and 64 megapixels; decoding more could exhaust memory. */
const MAX_PIXELS = 65_000_000;
/** Maximum scans per JPEG: cameras write ten, and each may cost as much as the whole. */
const MAX_SCANS = 100;
/** Seconds a picture may take once it is being drawn. */
const DRAWING_SECONDS = 10;

/**
 * Returns a function that scans uploads and redraws them upright, two at a time, keeping only pixels. Scanner null:
 * pictures taken by this server. Throws, when called, as `Scan` does, `badRequest.image.notAllowed` for another format
 * or a file that takes too long, `.tooBig` for too many pixels, the given label for a file that can't be decoded, and
 * `UNAVAILABLE` if too many files are waiting.
 */
export function createRedraw({ formats, refuseUndecoded }: RedrawOptions) {
  const take = createTurns(2, 8, 5);
  const draw = async (scan: Scan | null, file: Uint8Array, plan: Plan): Promise<Redrawn> => {
    await scan?.(file);
    const head = await sharp(file, { limitInputPixels: false }).metadata();
    if (!formats.some((format) => format === head.format)) throw new AppError('badRequest.image.notAllowed');
    if (head.format === 'jpeg' && countScans(file) > MAX_SCANS)
      throw new AppError('badRequest.image.notAllowed');
    if (head.width * head.height > MAX_PIXELS) throw new AppError('badRequest.image.tooBig');
    const steps = plan(uprightSize(head));
    const picture = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const { data, info } = await steps(picture)
      .timeout({ seconds: DRAWING_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { content: new CleanBytes(data), width: info.width, height: info.height };
  };
  return (scan: Scan | null, file: Uint8Array, plan: Plan): Promise<Redrawn> =>
    take(() => draw(scan, file, plan)).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError(isTimeout(cause) ? 'badRequest.image.notAllowed' : refuseUndecoded(file), { cause });
    });
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:');

/** As shown: orientations from 5 lie on their side (EXIF 2.32, 4.6.4). */
const uprightSize = ({ width, height, orientation = 1 }: Metadata): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

const SCAN = Buffer.from([0xff, 0xda]);

/** Scans of a JPEG. In picture data 0xff is never followed by the marker's byte. */
function countScans(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + 2)) scans += 1;
  return scans;
}
