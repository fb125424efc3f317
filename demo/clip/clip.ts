import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Sitter } from '#demo/portrait/palette.ts';
import { portraitSvg } from '#demo/portraits.ts';
import { type DrawnMeter, drawMeter, type Meter } from './meter.ts';
import { FPS, FRAME_COUNT, makeScene, SCENE_VERSION } from './scene.ts';
import { makeSound } from './sound.ts';

/** Number of frames drawn ahead; at least two, so that they are ready when several clips draw in turn. */
const LEAD = { least: 2, most: 5 } as const;

/** What a broadcaster plays: a picture loop that follows the wall clock's minute, and a sound loop. */
export interface Clip {
  readonly fps: number;
  readonly frameCount: number;
  /** 20 ms Opus packets. */
  readonly sound: readonly Uint8Array[];
  /** The VP8 key frame of that moment; null until it is drawn. A call also orders the next frames. */
  frameAt(index: number): Buffer | null;
  /** Stores drawn frames on disk. */
  close(): Promise<void>;
}

/** A clip that can show a meter over its picture while it runs. */
export interface LiveClip extends Clip {
  /** Shows the meter from the next frames on; null hides it at once. Rejects if it cannot be drawn. */
  show(meter: Meter | null): Promise<void>;
}

/** One frame at a time in the whole process, so that visitors get the CPU. */
let drawing: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = drawing.then(work);
  drawing = turn.catch(() => undefined);
  return turn;
}

/** Opens a performer's clip; frames come from `cacheDir` or are drawn on first use. */
export async function openClip(performer: Sitter, cacheDir: string): Promise<LiveClip> {
  sharp.concurrency(1);
  sharp.cache(false);
  const file = join(cacheDir, `${performer.username}-${versionOf(performer)}.vp8`);
  const [frames, scene, sound] = await Promise.all([
    readFrames(file, FRAME_COUNT),
    makeScene(performer),
    makeSound(performer.username),
  ]);
  const store = makeStore(
    frames,
    (index) => inTurn(() => scene.render(index)),
    () => writeFrames(file, frames),
  );
  const overlay = createOverlay(FRAME_COUNT, (index, meter) => inTurn(() => scene.render(index, meter)));
  return {
    fps: FPS,
    frameCount: FRAME_COUNT,
    sound,
    frameAt: (index) => {
      const over = overlay.frameAt(index);
      return over === undefined ? store.take(index) : over;
    },
    show: overlay.show,
    close: store.flush,
  };
}

const versionOf = (performer: Sitter) =>
  createHash('sha256')
    .update(`${SCENE_VERSION} ${portraitSvg(performer)}`)
    .digest('hex')
    .slice(0, 10);

function makeStore(frames: Frames, render: (index: number) => Promise<Buffer>, save: () => Promise<void>) {
  let missing = frames.filter((frame) => !frame).length;
  let unsaved = false;
  let order: Promise<void> | null = null;
  const draw = async (index: number) => {
    frames[index] = await render(index);
    missing -= 1;
    unsaved = true;
    if (missing === 0) await flush();
  };
  const flush = async () => {
    if (!unsaved) return;
    unsaved = false;
    // If the disk is full, the next start draws them again.
    await save().catch(() => undefined);
  };
  return {
    take(index: number): Buffer | null {
      const next = nextHole(frames, index);
      // One order at a time: a slow machine drops frames of the first minute and fills them in later.
      if (order === null && next !== null) {
        order = draw(next).finally(() => {
          order = null;
        });
      }
      return frames[index] ?? null;
    },
    async flush() {
      await order;
      await flush();
    },
  };
}

/**
 * The next frame to draw, or null. A new clip first skips every second frame: eight clips at full rate would need a
 * whole core.
 */
function nextHole(frames: Frames, from: number): number | null {
  const isFresh = frames.some((frame, index) => index % 2 === 0 && !frame);
  for (let ahead: number = LEAD.least; ahead <= LEAD.most; ahead++) {
    const index = (from + ahead) % frames.length;
    if (!frames[index] && !(isFresh && index % 2 === 1)) return index;
  }
  return null;
}

/** Frames of a loop by index; missing ones are not drawn yet. */
export type Frames = (Buffer | undefined)[];

/** Reads a loop from disk: each frame as its length (32 bits, 0 for a hole) and its bytes. Empty if unreadable. */
export async function readFrames(file: string, count: number): Promise<Frames> {
  const stored = await readFile(file).catch(() => Buffer.alloc(0));
  const frames: Frames = new Array<Buffer | undefined>(count).fill(undefined);
  let at = 0;
  for (let index = 0; index < count && at + 4 <= stored.length; index++) {
    const length = stored.readUInt32LE(at);
    const end = at + 4 + length;
    if (end > stored.length) break;
    if (length > 0) frames[index] = stored.subarray(at + 4, end);
    at = end;
  }
  return frames;
}

/** Replaces the file atomically: a reader sees either the old or the new loop. */
export async function writeFrames(file: string, frames: Frames): Promise<void> {
  const parts: Buffer[] = [];
  for (const frame of frames) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(frame?.length ?? 0);
    parts.push(length);
    if (frame) parts.push(frame);
  }
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.concat(parts));
  await rename(unfinished, file);
}

/** Number of frames drawn ahead. */
const AHEAD = 2;

type Render = (index: number, meter: DrawnMeter) => Promise<Buffer>;

/** Frames with a meter, drawn while it is shown and discarded afterwards. */
interface Overlay {
  /** Shows a meter; null hides it at once. Rejects if it cannot be drawn. */
  show(meter: Meter | null): Promise<void>;
  /** Undefined: no meter is shown. Null: the frame is not drawn yet. A call also orders the next frames. */
  frameAt(index: number): Buffer | null | undefined;
}

export function createOverlay(frameCount: number, render: Render): Overlay {
  let wanted: Meter | null = null;
  let drawn: DrawnMeter | null = null;
  let frames = new Map<number, Buffer>();
  let hasShown = false;
  let isDrawing = false;

  const draw = async (index: number, meter: DrawnMeter): Promise<void> => {
    isDrawing = true;
    // A frame that cannot be drawn is skipped; the next one may succeed.
    const frame = await render(index, meter).catch(() => null);
    isDrawing = false;
    if (frame && drawn === meter) frames.set(index, frame);
  };

  return {
    async show(meter) {
      wanted = meter;
      if (meter === null) {
        drawn = null;
        frames = new Map();
        hasShown = false;
        return;
      }
      const next = await drawMeter(meter);
      if (wanted === meter) drawn = next;
    },
    frameAt(index) {
      if (!drawn) return undefined;
      const ahead = (index + AHEAD) % frameCount;
      if (!isDrawing && !frames.has(ahead)) void draw(ahead, drawn);
      const frame = frames.get(index);
      frames.delete(index);
      hasShown ||= frame !== undefined;
      // Until the first one the plain picture continues; after it, a frame without the meter would flicker.
      return frame ?? (hasShown ? null : undefined);
    },
  };
}
