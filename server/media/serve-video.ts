import { open } from 'node:fs/promises';
import { AppError } from '#contract/errors.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import type { Deps } from '#server/ports/deps.ts';
import { imageKinds, readSigned } from './images/image-url.ts';
import { findOriginal } from './images/originals.ts';
import { cacheControl, requireSeen } from './images/shown-files.ts';

/** Maximum bytes per response; players request more as they need it. */
const PIECE = 1024 * 1024;
const YEAR = 31_536_000;

/**
 * Answers range requests. Throws `badRequest.notFound` if the video is gone, and if the caller may not see it.
 */
export async function serveVideo(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { params, headers } = request;
  const [, signed = '', format] = /^(.+)\.(webm|mp4)$/.exec(params['file'] ?? '') ?? [];
  const read = readSigned(deps.config.secret, signed);
  if (read?.ref.kind !== imageKinds.video) throw new AppError('badRequest.notFound');
  const { ref } = read;
  const keeping = await requireSeen(deps, read, request);
  const path = await findOriginal(deps, ref);
  if (path === null) throw new AppError('badRequest.notFound');
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const common = {
      'Content-Type': `video/${format}`,
      'Accept-Ranges': 'bytes',
      'Cache-Control': cacheControl(keeping, YEAR, ', immutable'),
      ETag: `"${ref.id}-${ref.version}"`,
    };
    const wanted = rangeOf(headers.get('range') ?? undefined, size);
    if (wanted === 'none')
      return {
        status: 416,
        headers: { ...common, 'Content-Range': `bytes */${size}` },
        body: new Uint8Array(),
      };
    const { start, end } = wanted ?? { start: 0, end: size - 1 };
    const body = new Uint8Array(end - start + 1);
    await file.read(body, 0, body.length, start);
    if (!wanted) return { status: 200, headers: common, body };
    return { status: 206, headers: { ...common, 'Content-Range': `bytes ${start}-${end}/${size}` }, body };
  } finally {
    await file.close();
  }
}

/** Null if the Range header covers everything or is not understood. */
export function rangeOf(
  range: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || last < start) return 'none';
  return { start, end: Math.min(last, start + PIECE - 1) };
}
