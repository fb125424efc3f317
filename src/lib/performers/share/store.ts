import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Pictures that are being drawn, so that a link that spreads fast is drawn once. */
const drawing = new Map<string, Promise<Buffer>>();

/** The file `name` of a folder, drawn when it is not there yet. `name` holds no slash. */
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
  // Written beside and moved, so that nobody reads half a picture.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}
