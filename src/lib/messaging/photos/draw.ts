import { PHOTO_EDGE } from '#contract/messaging/photos.ts';

/** Source area in px. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const QUALITY = 0.88;

/** At most the size stored by the server. */
export function sizeOf({ width, height }: Size, edge = PHOTO_EDGE): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The largest centred area with the aspect ratio of `size`. */
export function middleOf(source: Size, size: Size): Area {
  const scale = Math.min(source.width / size.width, source.height / size.height);
  const width = size.width * scale;
  const height = size.height * scale;
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height };
}

/** Draws a part of a picture as a JPEG, without the metadata of the source file. */
export async function drawPhoto(source: CanvasImageSource, area: Area, size: Size): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2D context for the canvas');
  context.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
