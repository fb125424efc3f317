import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageFormat, ImageWidth } from '#contract/image.ts';
import { replaceFile } from '#server/replace-file.ts';
import { encode, fallbackDrawing } from './encode.ts';
import { fallbackImage, type ImageRef, imageKinds, nameOf } from './image-url.ts';
import { latestOf, originalOf, variantsOf, versionOf } from './store.ts';
import { createShared, createTurns } from './turns.ts';

export interface Served {
  body: Buffer;
  format: ImageFormat;
  /** True if this is the final picture of the URL, false for a temporary substitute. */
  final: boolean;
}

export interface Variants {
  /** A slow format is encoded in the background; until then the other one is served. */
  serve(ref: ImageRef, width: ImageWidth, format: ImageFormat): Promise<Served>;
  /** Resolves once no background work is left. For tests. */
  settled(): Promise<void>;
}

/** Maximum queued encodings: those a visitor waits for, and those in the background. */
const WAITING = 400;
const BEHIND = 600;

/** Leaves one processor free. */
const atOnce = Math.max(1, availableParallelism() - 1);

/** `find` returns the local file of an original, or null. */
export function createVariants(
  dataDir: string,
  fallback: Buffer = fallbackDrawing,
  find: (ref: ImageRef) => Promise<string | null> = async () => null,
): Variants {
  /** Cached by content, so that another brand or version gets a new picture. */
  const stand = { ...fallbackImage, version: versionOf(fallback) };
  const take = createTurns(atOnce, WAITING);
  const shared = createShared<Buffer>();
  const behind = createBehind();

  const make = (ref: ImageRef, width: number, format: ImageFormat): Promise<Buffer> =>
    shared(`${nameOf(ref)} ${width} ${format}`, () =>
      take(async () => {
        const original = async () => readFile((await find(ref)) ?? originalOf(dataDir, ref));
        const body = await encode(ref === stand ? fallback : await original(), {
          kind: ref.kind,
          width,
          format,
        });
        // A full disk makes pictures slow, but not unavailable.
        await replaceFile(fileOf(dataDir, ref, { width, format }), body).catch(() => undefined);
        return body;
      }),
    );

  const serve: Variants['serve'] = async (wanted, width, format) => {
    const ref = wanted.kind === imageKinds.fallback ? stand : wanted;
    const final = ref !== stand;
    const kept = await readFile(fileOf(dataDir, ref, { width, format })).catch(() => null);
    if (kept) return { body: kept, format, final };
    if (format === 'avif') {
      if (ref.kind !== imageKinds.live) behind.add(`${nameOf(ref)} ${width}`, () => make(ref, width, 'avif'));
      return { ...(await serve(ref, width, 'webp')), final: false };
    }
    try {
      return { body: await make(ref, width, format), format, final };
    } catch (error) {
      if (!isMissing(error) || ref.kind === imageKinds.fallback) throw error;
      const instead = await latestOf(dataDir, ref);
      const other = instead && instead.version !== ref.version ? instead : fallbackImage;
      return { ...(await serve(other, width, format)), final: false };
    }
  };
  return { serve, settled: behind.settled };
}

const fileOf = (dataDir: string, ref: ImageRef, { width, format }: { width: number; format: ImageFormat }) =>
  join(variantsOf(dataDir, ref), `${width}.${format}`);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Background work: one piece at a time, each followed by a pause of the same length. */
function createBehind() {
  const jobs = new Map<string, () => Promise<unknown>>();
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    for (let next = first(); next; next = first()) {
      const started = performance.now();
      // The next request tries again and gets the other format until then.
      await next.work().catch(() => undefined);
      jobs.delete(next.key);
      if (jobs.size > 0) await sleep(performance.now() - started);
    }
    running = null;
  };
  const first = () => {
    for (const [key, work] of jobs) return { key, work };
    return null;
  };
  return {
    add(key: string, work: () => Promise<unknown>): void {
      if (jobs.size >= BEHIND || jobs.has(key)) return;
      jobs.set(key, work);
      running ??= run();
    },
    settled: async (): Promise<void> => {
      while (running) await running;
    },
  };
}
