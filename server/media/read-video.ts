import { open } from 'node:fs/promises';
import { AppError } from '#contract/errors.ts';
import type { ImageRef } from './images/address.ts';
import { originalOf } from './images/store.ts';

/** Bytes one answer carries at most: a player asks for the rest when it needs it. */
const PIECE = 1024 * 1024;

interface Piece {
  status: 200 | 206 | 416;
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** A video or the piece of it that a player asks for. Throws `badRequest.notFound` where it has gone. */
export async function readVideo(dataDir: string, ref: ImageRef, range: string | undefined): Promise<Piece> {
  const file = await open(originalOf(dataDir, ref)).catch(() => {
    throw new AppError('badRequest.notFound');
  });
  try {
    const { size } = await file.stat();
    const headers = {
      'Content-Type': 'video/webm',
      'Accept-Ranges': 'bytes',
      ETag: `"${ref.id}-${ref.version}"`,
    };
    const wanted = rangeOf(range, size);
    if (wanted === 'none') {
      return {
        status: 416,
        body: new Uint8Array(),
        headers: { ...headers, 'Content-Range': `bytes */${size}` },
      };
    }
    const { start, end } = wanted ?? { start: 0, end: size - 1 };
    const body = new Uint8Array(end - start + 1);
    await file.read(body, 0, body.length, start);
    if (!wanted) return { status: 200, body, headers };
    return { status: 206, body, headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${size}` } };
  } finally {
    await file.close();
  }
}

/** The bytes a Range header asks for, null where it asks for all or for what is not understood. */
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
