import { createHmac, timingSafeEqual } from 'node:crypto';
import { breakpoints, type Snapshot } from '#contract/media/image.ts';

/** Whose picture it is: a performer's portrait, one out of the running stream, an album's (or its video), or nobody's. */
export const imageKinds = { portrait: 'p', live: 'l', album: 'a', video: 'v', fallback: 'f' } as const;
export type ImageKind = (typeof imageKinds)[keyof typeof imageKinds];

/** One stored picture. A new picture is a new version, so that no address ever changes what it shows. */
export interface ImageRef {
  kind: ImageKind;
  id: number;
  /** Letters and digits. */
  version: string;
}

/** Characters of the signature: 72 bits, and the only part of an address that can't be compressed. */
const SIGNATURE_LENGTH = 12;

export const fallbackImage: ImageRef = { kind: imageKinds.fallback, id: 0, version: '1' };

export const nameOf = ({ kind, id, version }: ImageRef): string => `${kind}${id}-${version}`;

function sign(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`image ${name}`).digest('base64url').slice(0, SIGNATURE_LENGTH);
}

/** The address of a picture, with `{w}` for the width. It opens this picture and no other. */
export function imageUrl(secret: string, ref: ImageRef): string {
  const name = nameOf(ref);
  return `/images/${name}.${sign(secret, name)}/{w}.webp`;
}

/** The address of a video. */
export function videoUrl(secret: string, ref: ImageRef): string {
  const name = nameOf(ref);
  return `/videos/${name}.${sign(secret, name)}.webm`;
}

/** What a page needs to show a picture. */
export const toSnapshot = (secret: string, ref: ImageRef, color: string): Snapshot => ({
  url: imageUrl(secret, ref),
  widths: [...breakpoints],
  color,
});

/** The picture behind the signed part of an address; null where nobody here signed it. */
export function parseImageUrl(secret: string, signed: string): ImageRef | null {
  const [, name = '', kind = '', id = '', version = '', signature = ''] =
    /^(([plavf])(\d{1,10})-([a-z0-9]{1,16}))\.([\w-]{12})$/.exec(signed) ?? [];
  if (!name || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, name)))) return null;
  return { kind: kind as ImageKind, id: Number(id), version };
}
