import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Concurrent requests for a picture share one drawing. */
const drawing = new Map<string, Promise<Buffer>>();

/** Reads or draws the file `name`, which contains no slash. */
export async function keptShare(folder: string, name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(folder, name);
  const kept = await readFile(file).catch(() => null);
  if (kept) return kept;
  const under = drawing.get(file);
  if (under) return under;
  const made = draw()
    .then((picture) => keep(folder, file, picture))
    .finally(() => drawing.delete(file));
  drawing.set(file, made);
  return made;
}

async function keep(folder: string, file: string, picture: Buffer): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  // Written to a temporary file and renamed, so that readers see complete pictures.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}
