import { FilePathSource, Input, MP4, WEBM } from 'mediabunny';
import { AppError } from '#contract/errors.ts';
import {
  type FilmFacts,
  type FilmFormat,
  type filmLimits,
  refuseFilmFacts,
} from '#contract/media/uploads.ts';
import { createTurns } from '../images/turns.ts';

export interface ReadFilm {
  readonly format: FilmFormat;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

/** ms in which the parts of a film must be found. */
const READING_MS = 15_000;

const take = createTurns(2, 8, 5);

/**
 * Reads container, codecs, size and length of a film, and refuses it by the rules of its place. Throws
 * `badRequest.film.notAllowed`, `.damaged` and `.tooLong`, and `UNAVAILABLE` if too many are waiting.
 */
export async function readFilm(file: string, place: keyof typeof filmLimits): Promise<ReadFilm> {
  const facts = await take(() => factsOf(file));
  const refused = refuseFilmFacts(facts, place);
  if (refused !== null || facts.format === null) throw new AppError(refused ?? 'badRequest.film.notAllowed');
  const { format, width, height, seconds } = facts;
  return { format, width, height, durationMs: Math.round(seconds * 1000) };
}

async function factsOf(file: string): Promise<FilmFacts> {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, WEBM] });
  const tooLong = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLong.reject(new AppError('badRequest.film.damaged')), READING_MS);
  try {
    return await Promise.race([look(input), tooLong.promise]);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('badRequest.film.damaged', { cause });
  } finally {
    clearTimeout(timer);
    input.dispose();
  }
}

const none: FilmFacts = {
  ...{ format: null, video: null, audio: null, hasAudio: false, seconds: 0, width: 0, height: 0 },
};

async function look(input: Input): Promise<FilmFacts> {
  if (!(await input.canRead())) return none;
  const format = (await input.getFormat()) === MP4 ? 'mp4' : 'webm';
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video) return { ...none, format };
  return {
    format,
    video: video.codec,
    audio: audio?.codec ?? null,
    hasAudio: audio !== null,
    seconds: await input.computeDuration(),
    width: video.displayWidth,
    height: video.displayHeight,
  };
}
