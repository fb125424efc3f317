import { AppError, type ErrorLabel, labelOf } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import { type Locale, locales } from '#contract/locales.ts';
import { CAPTION_MAX, moved, type Texts, TITLE_MAX } from '#contract/media/uploads.ts';
import * as calls from '#contract/studio/picture-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';

type Posted = Pick<FormData, 'get'>;

export interface Changed {
  readonly act: string;
  /** The album or picture that the form is about; 0 for a new album. */
  readonly id: number;
  /** Why it was not changed. */
  readonly error?: ErrorLabel | 'long' | 'required';
  /** Languages of the texts that caused it. */
  readonly wrong: readonly string[];
}

interface Context {
  readonly form: Posted;
  readonly id: number;
  readonly pictures: calls.OwnPictures;
  readonly options: CallOptions;
}

class Refusal extends Error {
  readonly why: 'long' | 'required';
  readonly wrong: readonly string[];
  constructor(why: 'long' | 'required', wrong: readonly string[]) {
    super(why);
    this.why = why;
    this.wrong = wrong;
  }
}

/** The texts of a form, by language. */
export const postedTexts = (form: Posted): Record<Locale, string> =>
  Object.fromEntries(locales.map((locale) => [locale, textIn(form, `text-${locale}`)])) as Record<
    Locale,
    string
  >;

const textIn = (form: Posted, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

function shortTexts(form: Posted, max: number): Texts {
  const texts = postedTexts(form);
  const long = locales.filter((locale) => [...texts[locale].trim()].length > max);
  if (long.length > 0) throw new Refusal('long', long);
  return texts;
}

function titleOf(form: Posted): Texts {
  const title = shortTexts(form, TITLE_MAX);
  if (Object.values(title).every((text) => text.trim() === '')) throw new Refusal('required', [...locales]);
  return title;
}

async function addAlbum({ form, options }: Context): Promise<void> {
  await call(calls.addAlbum, { title: titleOf(form) }, options);
}

async function saveAlbum({ form, id, options }: Context): Promise<void> {
  await call(calls.saveAlbum, { album: id, title: titleOf(form) }, options);
}

async function removeAlbum({ id, options }: Context): Promise<void> {
  await call(calls.removeAlbum, { album: id }, options);
}

const directionOf = (form: Posted): -1 | 1 => (form.get('by') === 'up' ? -1 : 1);

async function orderAlbums({ form, id, pictures, options }: Context): Promise<void> {
  const ids = pictures.albums.map((album) => album.id);
  await call(calls.orderAlbums, { albums: moved(ids, ids.indexOf(id), directionOf(form)) }, options);
}

async function orderPictures({ form, id, pictures, options }: Context): Promise<void> {
  const album = pictures.albums.find(({ items }) => items.some((item) => item.id === id));
  if (!album) throw new AppError('badRequest.notFound');
  const ids = album.items.map((item) => item.id);
  const order = moved(ids, ids.indexOf(id), directionOf(form));
  await call(calls.orderPictures, { album: album.id, pictures: order }, options);
}

async function savePicture({ form, id, options }: Context): Promise<void> {
  const caption = shortTexts(form, CAPTION_MAX);
  await call(calls.savePicture, { picture: id, caption, nonude: form.get('nonude') !== null }, options);
}

async function removePicture({ id, options }: Context): Promise<void> {
  await call(calls.removePicture, { picture: id }, options);
}

const acts: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  'add-album': addAlbum,
  'save-album': saveAlbum,
  'remove-album': removeAlbum,
  'move-album': orderAlbums,
  'move-picture': orderPictures,
  'save-picture': savePicture,
  'remove-picture': removePicture,
};

/** Does what a form of the page asks for. */
export async function changePictures(
  form: Posted,
  pictures: calls.OwnPictures,
  options: CallOptions,
): Promise<Changed> {
  const act = textIn(form, 'act');
  const id = Number(textIn(form, 'id')) || 0;
  try {
    const run = own(acts, act);
    if (!run) throw new AppError('badRequest.invalid.input');
    await run({ form, id, pictures, options });
    return { act, id, wrong: [] };
  } catch (error) {
    if (error instanceof Refusal) return { act, id, error: error.why, wrong: error.wrong };
    return { act, id, error: labelOf(error), wrong: error instanceof AppError ? error.fields : [] };
  }
}
