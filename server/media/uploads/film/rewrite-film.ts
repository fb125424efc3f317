import { rm } from 'node:fs/promises';
import { FilePathSource, Input, type InputVideoTrack, MP4, QTFF, WEBM } from 'mediabunny';
import { AppError } from '#contract/errors.ts';
import {
  type FilmFacts,
  type FilmFormat,
  type filmLimits,
  refuseFilmFacts,
} from '#contract/media/uploads.ts';
import { CleanPath } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import { createTurns } from '../../images/turns.ts';
import { readAvcConfig } from './avc.ts';
import { bytesOf, copyTracks } from './copy-tracks.ts';

export interface RewrittenFilm {
  readonly content: CleanPath;
  readonly format: FilmFormat;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

interface FilmFiles {
  readonly from: string;
  /** Path of the new file, which must not exist. It is left to the caller, also if an error is thrown. */
  readonly to: string;
  readonly place: keyof typeof filmLimits;
}

/** ms in which the parts of a film must be found, and in which they must be copied. */
const READING_MS = 15_000;
const COPYING_MS = 120_000;

/**
 * The last of eight waiting films is the fifth in its row; with a scan of two minutes its upload is silent for 22 minutes,
 * which docs/operate/proxy.md names.
 */
const take = createTurns(2, 8, 5);

/**
 * Scans a film, checks it by its place's rules, and copies one picture and one sound track, only what is decoded,
 * without metadata. Throws as `Scan` does, `badRequest.film.notAllowed`, `.codec`, `.damaged` and `.tooLong`, and
 * `UNAVAILABLE` if too many are waiting.
 */
export const rewriteFilm = ({ scan }: Pick<Deps, 'scan'>, files: FilmFiles): Promise<RewrittenFilm> =>
  take(async () => {
    await scan({ path: files.from });
    const input = new Input({ source: new FilePathSource(files.from), formats: [MP4, QTFF, WEBM] });
    try {
      return await rewrite(input, files);
    } catch (cause) {
      // Without room for the new file, the film is not at fault.
      if (cause instanceof AppError || isSystemError(cause)) throw cause;
      throw new AppError('badRequest.film.damaged', { cause });
    } finally {
      input.dispose();
    }
  });

async function rewrite(input: Input, { to, place }: FilmFiles): Promise<RewrittenFilm> {
  const facts = await within(READING_MS, factsOf(input));
  const refused = refuseFilmFacts(facts, place);
  if (refused !== null || facts.format === null) throw new AppError(refused ?? 'badRequest.film.notAllowed');
  const { format, width, height, seconds } = facts;
  await rm(to, { force: true });
  await copyTracks(input, { format, to, signal: AbortSignal.timeout(COPYING_MS) });
  return { content: new CleanPath(to), format, width, height, durationMs: Math.round(seconds * 1000) };
}

const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'code' in error;

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AppError('badRequest.film.damaged')), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const none: FilmFacts = {
  format: null,
  video: null,
  audio: null,
  hasAudio: false,
  isPlain: true,
  seconds: 0,
  width: 0,
  height: 0,
};

/** AAC LC and both forms of HE-AAC (RFC 6381, ISO/IEC 14496-3); browsers play no other AAC. */
const playableAac = /^mp4a\.(40\.(2|5|29)|67)$/;

async function factsOf(input: Input): Promise<FilmFacts> {
  if (!(await input.canRead())) return none;
  const format = (await input.getFormat()) === WEBM ? 'webm' : 'mp4';
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video) return { ...none, format };
  const sound = (await audio?.getCodec()) ?? null;
  const isAac = playableAac.test((await audio?.getCodecParameterString()) ?? '');
  return {
    format,
    video: (await video.getCodec()) ?? 'unknown',
    isPlain: await isPlain(video),
    audio: sound === 'aac' && !isAac ? 'unknown' : sound,
    hasAudio: audio !== null,
    seconds: await input.computeDuration(),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
  };
}

/** Whether every browser with the codec plays it: 8 bit, 4:2:0. */
async function isPlain(video: InputVideoTrack): Promise<boolean> {
  const codec = await video.getCodec();
  if (codec === 'vp9') return /^vp09\.00\./.test((await video.getCodecParameterString()) ?? '');
  if (codec === 'av1') return /^av01\.0\.\d+[MH]\.08/.test((await video.getCodecParameterString()) ?? '');
  if (codec !== 'avc') return codec === 'vp8';
  const description = (await video.getDecoderConfig())?.description;
  if (!description) throw new AppError('badRequest.film.damaged');
  readAvcConfig(bytesOf(description));
  return true;
}
