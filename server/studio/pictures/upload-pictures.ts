import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, type ErrorLabel, labelOf } from '#contract/errors.ts';
import { localePath, locales } from '#contract/locales.ts';
import {
  FILES_MAX,
  fileFields,
  filmLimits,
  PICTURE_MAX_BYTES,
  uploadFieldsSchema,
} from '#contract/media/uploads.ts';
import { routes } from '#contract/site/routes.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { apiOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';
import { isDiskFull } from '#server/db/opening/open-pglite.ts';
import { type PerformerCaller, requirePerformer } from '#server/identity/caller.ts';
import type { Target } from '#server/media/uploads/own-items.ts';
import { incomingFolder } from '#server/media/uploads/sweep-pictures.ts';
import type { Deps } from '#server/ports/deps.ts';
import { addFilm, addPicture, requireRoom } from './add-upload.ts';
import { collect, type FormFile, readForm, receive } from './read-form.ts';

/** Boundaries and fields of the form around its files. */
const AROUND_BYTES = 64 * 1024;

interface Uploaded {
  readonly added: number[];
  /** Of pictures that could not be added; the others are. */
  readonly refused: ErrorLabel[];
}

/**
 * Adds a form's files to the place in the query: pictures, or a poster followed by a film. Redirects a form without
 * script; answers a script with JSON or the first refusal's label.
 */
export async function uploadPictures(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const back = backToPage(deps.config, request);
  try {
    const { added, refused } = await upload(deps, request);
    const [label] = refused;
    if (back) return back({ added: added.length, ...(label && { error: label }) });
    if (label) throw new AppError(label);
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ added }) };
  } catch (error) {
    if (!back || !(error instanceof AppError)) throw error;
    return back({ added: 0, error: labelOf(error) });
  }
}

async function upload(deps: Deps, { caller, query, headers, body }: RawRequest): Promise<Uploaded> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  const target = targetOf(performer, query);
  const length = Number(headers.get('content-length') ?? 0);
  const limit = limitOf(target);
  if (length > limit.max) throw new AppError(limit.tooBig);
  if (await isDiskFull(deps.config.dataDir)) throw new AppError('UNAVAILABLE');
  const form = createForm(deps, performer, target);
  await readForm(body, headers.get('content-type'), form.take);
  // A form that was sent without choosing a file.
  if (form.added.length + form.refused.length === 0) throw new AppError('badRequest.invalid.input');
  return form;
}

function targetOf({ performerId }: PerformerCaller, query: URLSearchParams): Target {
  const parsed = uploadFieldsSchema.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw new AppError('badRequest.invalid.input');
  const { place, album = null } = parsed.data;
  if ((place === 'album') !== (album !== null)) throw new AppError('badRequest.invalid.input');
  return { performerId, place, album };
}

/** Of the whole form, refused before it is read. */
function limitOf({ place }: Target): { max: number; tooBig: ErrorLabel } {
  if (place === 'film')
    return {
      max: filmLimits.film.bytes + PICTURE_MAX_BYTES + AROUND_BYTES,
      tooBig: 'badRequest.film.tooBig',
    };
  if (place === 'album')
    return {
      max: FILES_MAX * PICTURE_MAX_BYTES + PICTURE_MAX_BYTES + AROUND_BYTES,
      tooBig: 'badRequest.film.tooBig',
    };
  return { max: PICTURE_MAX_BYTES + AROUND_BYTES, tooBig: 'badRequest.image.tooBig' };
}

const pictureLimit = { max: PICTURE_MAX_BYTES, tooBig: 'badRequest.image.tooBig' } as const;

function createForm(deps: Deps, caller: PerformerCaller, target: Target) {
  const { place } = target;
  const added: number[] = [];
  const refused: ErrorLabel[] = [];
  let poster: Uint8Array | null = null;

  async function takePicture(stream: Readable): Promise<void> {
    await deps.limits.take('picture-upload', `performer ${caller.performerId}`);
    if (place === 'film') throw new AppError('badRequest.film.notAllowed');
    try {
      const file = await collect(stream, pictureLimit);
      added.push(await addPicture(deps, caller, { target: { ...target, place }, file }));
    } catch (error) {
      // The pictures after it may be fine.
      if (!labelOf(error).startsWith('badRequest.image.')) throw error;
      refused.push(labelOf(error));
    }
  }

  async function takeFilm(stream: Readable): Promise<void> {
    if (place !== 'film' && place !== 'album') throw new AppError('badRequest.image.notAllowed');
    await deps.limits.take('film-upload', `performer ${caller.performerId}`);
    await requireRoom(deps, target);
    const path = join(incomingFolder(deps.config.dataDir), deps.newId());
    const rewritten = `${path}-rewritten`;
    const limit = { max: filmLimits[place].bytes, tooBig: 'badRequest.film.tooBig' } as const;
    try {
      const { hash } = await receive(stream, { path, ...limit });
      const film = { target: { ...target, place }, file: path, rewritten, hash, poster };
      added.push(await addFilm(deps, caller, film));
    } finally {
      for (const file of [path, rewritten]) await rm(file, { force: true });
    }
  }

  async function take({ field, name, stream }: FormFile): Promise<void> {
    // A field without a chosen file.
    if (name === '') stream.resume();
    else if (field === fileFields.picture) await takePicture(stream);
    else if (field === fileFields.poster) poster = await collect(stream, pictureLimit).catch(() => null);
    else if (field === fileFields.film) await takeFilm(stream);
    else throw new AppError('badRequest.invalid.input');
  }
  return { added, refused, take };
}

const pages: readonly string[] = [
  routes.studioPictures,
  ...locales.map((one) => localePath(one, routes.studioPictures)),
];

interface Outcome {
  readonly added: number;
  readonly error?: ErrorLabel;
}

/** Answers a form that was sent without script: leads back to its page. Null for a script. */
function backToPage(
  config: Config,
  { headers, query }: Pick<RawRequest, 'headers' | 'query'>,
): ((outcome: Outcome) => RawAnswer) | null {
  if (!headers.get('accept')?.includes('text/html')) return null;
  const page = pages.find((one) => one === query.get('back')) ?? routes.studioPictures;
  const at = query.get('album') ?? query.get('place') ?? '';
  return ({ added, error }) => {
    const result = new URLSearchParams({ at, added: String(added), ...(error && { error }) });
    const path = `${page}?${result}`;
    const isElsewhere = apiOriginOf(config) !== null;
    const location = isElsewhere ? new URL(path, config.publicUrl).href : path;
    return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: null };
  };
}
