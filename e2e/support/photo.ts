import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** A photo of one colour, 2400 × 1800 px. */
export async function plainPhoto(background: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 2400, height: 1800, channels: 3, background } });
  return new Uint8Array(await image.jpeg().toBuffer());
}

/** A photo of one colour, as input of a file field. */
export const photoFile = async (background: string) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await plainPhoto(background)),
});

/** Width in px of the last picture with this alternative text. */
export const photoWidth = (page: Page, alt: string): Promise<number> =>
  page
    .getByAltText(alt)
    .last()
    .evaluate((image: HTMLImageElement) => image.naturalWidth);
