import { isErrorLabel } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { CAPTION_MAX, TITLE_MAX } from '#contract/media/uploads.ts';
import type { OwnPictures } from '#contract/studio/picture-calls.ts';
import { pictureRefusals, textFor } from '../../shell/texts/refusal-texts.ts';
import { getT } from '../../site/i18n.ts';
import { type Changed, postedTexts } from './posted-pictures.ts';

/** A form that was refused, with what was typed. */
export interface ShownFailure {
  readonly act: string;
  readonly id: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly error: string;
  readonly wrong: readonly string[];
}

export function shownFailure(
  { act, id, error, wrong }: Changed,
  form: Pick<FormData, 'get'>,
  locale: Locale,
): ShownFailure | null {
  if (error === undefined) return null;
  const t = getT(locale);
  const max = act === 'save-picture' ? CAPTION_MAX : TITLE_MAX;
  const text =
    error === 'long' || error === 'required'
      ? t(error === 'long' ? 'pictures.wrong.long' : 'pictures.wrong.required', { max })
      : t(textFor(error, pictureRefusals));
  return { act, id, texts: postedTexts(form), error: text, wrong };
}

export interface SentFiles {
  readonly error: string | null;
  readonly added: number;
  readonly kind: 'picture' | 'film';
}

/** The result of an upload without script, by the place or album in the query. */
export function sentTo(query: URLSearchParams, at: string): SentFiles | undefined {
  if (query.get('at') !== at || !query.has('added')) return undefined;
  const error = query.get('error');
  const isFilm = isErrorLabel(error) && error.startsWith('badRequest.film.');
  return {
    error,
    added: Number(query.get('added')) || 0,
    kind: isFilm || at === 'film' ? 'film' : 'picture',
  };
}

const singlePlaces = ['portrait', 'cover', 'film'] as const;

/** Where the page confirms a change: the album, or the list of albums; and the part to scroll to. */
export function afterChange({ act, id }: Changed, pictures: OwnPictures): { done: string; section: string } {
  const { albums, places } = pictures;
  const single = singlePlaces.find((place) => places[place].some((picture) => picture.id === id));
  const isAlbums = act.endsWith('-album');
  if (!isAlbums && single) return { done: single, section: single };
  const album = isAlbums
    ? albums.find((one) => one.id === id && act !== 'remove-album')
    : albums.find(({ items }) => items.some((item) => item.id === id));
  if (!album) return { done: 'albums', section: 'albums' };
  const isKept = act === 'save-picture' || act === 'move-picture';
  return { done: String(album.id), section: isKept ? `picture-${id}` : `album-${album.id}` };
}
