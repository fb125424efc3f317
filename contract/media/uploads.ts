import * as z from 'zod/mini';
import type { ErrorLabel } from '../errors.ts';
import { type Locale, locales } from '../locales.ts';

const MB = 1024 * 1024;

/** Where an upload belongs: in an album, or at a place of the profile that shows one. */
export const places = ['album', 'portrait', 'cover', 'film'] as const;
export type Place = (typeof places)[number];

/** `waiting`: for the operator. */
export const reviewStates = ['waiting', 'shown', 'refused'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Bytes of a picture. */
export const PICTURE_MAX_BYTES = 10 * MB;
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** px of a picture: smallest sizes by place, and the longest edge that is stored. */
export const pictureMin = {
  album: { width: 400, height: 300 },
  portrait: { width: 400, height: 300 },
  cover: { width: 900, height: 300 },
} as const;
export const PICTURE_EDGE = 2048;
/** px of a stored portrait (4:3) and cover (3:1). */
export const PORTRAIT_SIZE = { width: 1600, height: 1200 } as const;
export const COVER_SIZE = { width: 1800, height: 600 } as const;

/** QuickTime is stored as MP4. */
export const filmTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
/** Films, by place: bytes and seconds. */
export const filmLimits = {
  album: { bytes: 200 * MB, seconds: 600 },
  film: { bytes: 20 * MB, seconds: 30 },
} as const;
/** px of a film's longest edge. */
export const FILM_EDGE = 3840;

export const ALBUMS_MAX = 20;
export const ITEMS_MAX = 60;
/** Files of one form. */
export const FILES_MAX = 20;
/** Characters. */
export const TITLE_MAX = 60;
export const CAPTION_MAX = 120;

export type FilmFormat = 'mp4' | 'webm';

/** Fields of the upload's form, before its files; the files are in `pictures`, or in `poster` and `film`. */
export const uploadFieldsSchema = z.object({
  place: z.enum(places),
  album: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
});
export const fileFields = { picture: 'pictures', poster: 'poster', film: 'film' } as const;

type Sized = { readonly type: string; readonly size: number };

const isIn = (types: readonly string[], type: string) => types.includes(type.toLowerCase());

/** Why a chosen file can't be a picture, or null; checked before it is sent. */
export function refusePicture({ type, size }: Sized): ErrorLabel | null {
  if (!isIn(pictureTypes, type)) return 'badRequest.image.notAllowed';
  return size > PICTURE_MAX_BYTES ? 'badRequest.image.tooBig' : null;
}

/** The same for a film. Some systems do not know the type of a film, so an unknown one is left to the server. */
export function refuseFilm({ type, size }: Sized, place: keyof typeof filmLimits): ErrorLabel | null {
  if (type !== '' && !isIn(filmTypes, type)) return 'badRequest.film.notAllowed';
  return size > filmLimits[place].bytes ? 'badRequest.film.tooBig' : null;
}

/** What a film consists of; null for a missing part, `unknown` for an unknown codec. */
export interface FilmFacts {
  readonly format: FilmFormat | null;
  readonly video: string | null;
  /** Whether the picture has 8 bit per colour in 4:2:0, as browsers require. */
  readonly isPlain: boolean;
  /** Null without sound. */
  readonly audio: string | null;
  readonly hasAudio: boolean;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
}

const codecs: Readonly<Record<FilmFormat, { video: readonly string[]; audio: readonly string[] }>> = {
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus'] },
  mp4: { video: ['avc'], audio: ['aac'] },
};

/** Codecs that some browsers do not play, HEVC among them. */
const unplayable: readonly string[] = ['hevc', 'unknown'];

/** Why a film is refused, or null. */
export function refuseFilmFacts(facts: FilmFacts, place: keyof typeof filmLimits): ErrorLabel | null {
  const { format, video, isPlain, audio, hasAudio, seconds, width, height } = facts;
  if (format === null || video === null) return 'badRequest.film.notAllowed';
  if (unplayable.includes(video) || !isPlain) return 'badRequest.film.codec';
  if (!codecs[format].video.includes(video)) return 'badRequest.film.notAllowed';
  if (hasAudio && !codecs[format].audio.includes(audio ?? '')) return 'badRequest.film.notAllowed';
  if (!(seconds > 0 && width > 0 && height > 0)) return 'badRequest.film.damaged';
  if (Math.max(width, height) > FILM_EDGE) return 'badRequest.film.notAllowed';
  return seconds > filmLimits[place].seconds ? 'badRequest.film.tooLong' : null;
}

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));

const byLocale = (max: number) => z.partialRecord(z.enum(locales), line(max));
/** At least one language has a title. */
export const titleSchema = byLocale(TITLE_MAX).check(
  z.refine((title) => Object.values(title).some((text) => text !== '')),
);
export const captionSchema = byLocale(CAPTION_MAX);
export type Texts = Partial<Record<Locale, string>>;

/** A list with one element moved by one place; the same list if it is at the end already. */
export function moved<Item>(list: readonly Item[], at: number, by: -1 | 1): Item[] {
  const to = at + by;
  const result = [...list];
  const [one, other] = [list[at], list[to]];
  if (one === undefined || other === undefined) return result;
  result[at] = other;
  result[to] = one;
  return result;
}
