import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

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
