import type { RefusalTexts } from './text-for.ts';

/** Texts of what an upload or a form of the page is refused for. */
export const pictureRefusals = {
  'badRequest.invalid.input': 'pictures.wrong.none',
  'badRequest.tooLarge': 'pictures.wrong.imageTooBig',
  'badRequest.file.refused': 'ui.fileRefused',
  'badRequest.file.unscanned': 'ui.fileUnscanned',
  'badRequest.image.notAllowed': 'pictures.wrong.imageNotAllowed',
  'badRequest.image.damaged': 'pictures.wrong.imageDamaged',
  'badRequest.image.tooBig': 'pictures.wrong.imageTooBig',
  'badRequest.image.tooSmall': 'pictures.wrong.imageTooSmall',
  'badRequest.film.notAllowed': 'pictures.wrong.filmNotAllowed',
  'badRequest.film.codec': 'pictures.wrong.filmCodec',
  'badRequest.film.damaged': 'pictures.wrong.filmDamaged',
  'badRequest.film.tooBig': 'pictures.wrong.filmTooBig',
  'badRequest.film.tooLong': 'pictures.wrong.filmTooLong',
  'badRequest.album.full': 'pictures.wrong.full',
  'badRequest.notFound': 'pictures.wrong.gone',
  'badRequest.profile.words': 'pictures.wrong.words',
} as const satisfies RefusalTexts;
