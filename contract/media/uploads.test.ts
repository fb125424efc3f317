import { describe, expect, it } from 'vitest';
import { nextPage, previousPage } from './albums-calls.ts';
import {
  type FilmFacts,
  filmLimits,
  moved,
  PICTURE_MAX_BYTES,
  refuseFilm,
  refuseFilmFacts,
  refusePicture,
  titleSchema,
} from './uploads.ts';

const film: FilmFacts = {
  format: 'webm',
  video: 'vp9',
  audio: 'opus',
  hasAudio: true,
  isPlain: true,
  seconds: 12,
  width: 1280,
  height: 720,
};

describe('a chosen file', () => {
  it.each([
    ['image/jpeg', PICTURE_MAX_BYTES, null],
    ['image/PNG', 1, null],
    ['image/webp', PICTURE_MAX_BYTES + 1, 'badRequest.image.tooBig'],
    ['image/svg+xml', 1, 'badRequest.image.notAllowed'],
    ['', 1, 'badRequest.image.notAllowed'],
  ])('of type %s and %i bytes is a picture: %s', (type, size, refusal) => {
    expect(refusePicture({ type, size })).toBe(refusal);
  });

  it.each([
    ['video/mp4', filmLimits.film.bytes, 'film', null],
    ['', 1, 'album', null],
    ['video/webm', filmLimits.film.bytes + 1, 'film', 'badRequest.film.tooBig'],
    ['video/webm', 2 ** 31, 'album', 'badRequest.film.tooBig'],
    ['video/quicktime', 1, 'album', null],
    ['video/x-msvideo', 1, 'album', 'badRequest.film.notAllowed'],
  ] as const)('of type %s and %i bytes is a film for %s: %s', (type, size, place, refusal) => {
    expect(refuseFilm({ type, size }, place)).toBe(refusal);
  });
});

describe('a film', () => {
  it.each([
    [{}, null],
    [{ hasAudio: false, audio: null }, null],
    [{ format: 'mp4', video: 'avc', audio: 'aac' }, null],
    [{ format: 'mp4', video: 'hevc', audio: 'aac' }, 'badRequest.film.codec'],
    [{ format: 'mp4', video: 'avc', audio: 'aac', isPlain: false }, 'badRequest.film.codec'],
    [{ format: 'mp4', video: 'vp9', audio: 'aac' }, 'badRequest.film.notAllowed'],
    [{ audio: null }, 'badRequest.film.notAllowed'],
    [{ audio: 'vorbis' }, 'badRequest.film.notAllowed'],
    [{ format: null }, 'badRequest.film.notAllowed'],
    [{ width: 7680 }, 'badRequest.film.notAllowed'],
    [{ seconds: 0 }, 'badRequest.film.damaged'],
    [{ seconds: Number.NaN }, 'badRequest.film.damaged'],
    [{ seconds: 30.5 }, 'badRequest.film.tooLong'],
  ] as const)('with %o is refused: %s', (facts, refusal) => {
    expect(refuseFilmFacts({ ...film, ...facts }, 'film')).toBe(refusal);
  });

  it('may be longer in an album', () => {
    expect(refuseFilmFacts({ ...film, seconds: 600 }, 'album')).toBeNull();
  });
});

it('moves an element by one place, and not beyond the ends', () => {
  expect(moved([1, 2, 3], 1, -1)).toEqual([2, 1, 3]);
  expect(moved([1, 2, 3], 2, 1)).toEqual([1, 2, 3]);
  expect(moved([1, 2, 3], 0, -1)).toEqual([1, 2, 3]);
});

it('needs a title in one language', () => {
  expect(titleSchema.safeParse({ nl: ' ', en: 'Home' }).success).toBe(true);
  expect(titleSchema.safeParse({ nl: ' ' }).success).toBe(false);
});

it.each([
  ['in the middle', 2, 5, 3],
  ['the last wraps to the first', 5, 5, 1],
  ['the only one stays', 1, 1, 1],
])('L9.17 next: %s', (_, page, pages, expected) => {
  expect(nextPage(page, pages)).toBe(expected);
});

it.each([
  ['in the middle', 3, 2],
  ['stops at the first', 1, 1],
])('L9.17 previous: %s', (_, page, expected) => {
  expect(previousPage(page)).toBe(expected);
});
