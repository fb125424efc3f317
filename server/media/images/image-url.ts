import { createHmac, timingSafeEqual } from 'node:crypto';
import { breakpoints, type Snapshot } from '#contract/image.ts';
import type { FilmFormat } from '#contract/media/uploads.ts';
import type { albumItems } from '../tables.ts';

/** Portrait, frame of a running stream, album picture, album video, or the placeholder. */
export const imageKinds = { portrait: 'p', live: 'l', album: 'a', video: 'v', fallback: 'f' } as const;
export type ImageKind = (typeof imageKinds)[keyof typeof imageKinds];

/** A new picture gets a new version, so a URL never changes its content. */
export interface ImageRef {
  kind: ImageKind;
  id: number;
  /** Letters and digits. */
  version: string;
}

/** Characters: 72 bits. The only part of the URL that can't be compressed. */
const SIGNATURE_LENGTH = 12;

export const fallbackImage: ImageRef = { kind: imageKinds.fallback, id: 0, version: '1' };

export const nameOf = ({ kind, id, version }: ImageRef): string => `${kind}${id}-${version}`;

function sign(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`image ${name}`).digest('base64url').slice(0, SIGNATURE_LENGTH);
}

/** With `{w}` for the width; the signature covers this picture only. */
export function imageUrl(secret: string, ref: ImageRef): string {
  const name = nameOf(ref);
  return `/images/${name}.${sign(secret, name)}/{w}.webp`;
}

export function videoUrl(secret: string, ref: ImageRef, format: FilmFormat = 'webm'): string {
  const name = nameOf(ref);
  return `/videos/${name}.${sign(secret, name)}.${format}`;
}

export const toSnapshot = (secret: string, ref: ImageRef, color: string): Snapshot => ({
  url: imageUrl(secret, ref),
  widths: [...breakpoints],
  color,
});

/** Signs URLs for the performer herself and the desk: served only with their login, wherever she hides. */
export const houseSecret = (secret: string): string =>
  createHmac('sha256', secret).update('pictures in the house').digest('base64url');

export interface SignedImage {
  readonly ref: ImageRef;
  readonly isInHouse: boolean;
}

/** The picture or film of a URL, and for whom the URL was made. Null if the signature is invalid. */
export function readSigned(secret: string, signed: string): SignedImage | null {
  const ref = parseImageUrl(secret, signed);
  if (ref) return { ref, isInHouse: false };
  const own = parseImageUrl(houseSecret(secret), signed);
  return own && { ref: own, isInHouse: true };
}

/** Null if the signature is invalid. */
function parseImageUrl(secret: string, signed: string): ImageRef | null {
  const [, name = '', kind = '', id = '', version = '', signature = ''] =
    /^(([plavf])(\d{1,10})-([a-z0-9]{1,16}))\.([\w-]{12})$/.exec(signed) ?? [];
  if (!name || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, name)))) return null;
  return { kind: kind as ImageKind, id: Number(id), version };
}

export type ItemRow = typeof albumItems.$inferSelect;
type Named = Pick<ItemRow, 'id' | 'performerId' | 'place' | 'version'>;

/** The picture, or the poster of the film. A portrait has the URL of its performer, because cards show it too. */
export const pictureRef = ({ id, performerId, place, version }: Named): ImageRef =>
  place === 'portrait'
    ? { kind: imageKinds.portrait, id: performerId, version }
    : { kind: imageKinds.album, id, version };

export const filmRef = ({ id, version }: Named): ImageRef => ({ kind: imageKinds.video, id, version });

export const refsOf = (item: Named & Pick<ItemRow, 'kind'>): ImageRef[] =>
  item.kind === 'video' ? [pictureRef(item), filmRef(item)] : [pictureRef(item)];
