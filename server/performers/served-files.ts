import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Fixed files of the site: in the project, and beside the built site in an image without its sources. */
const folders = ['public', 'dist/client'];

/** A fixed file of the site. Throws where there is none. */
export function readServed(path: string): Promise<Buffer> {
  const folder = folders.find((one) => existsSync(join(one, path)));
  if (folder === undefined) throw new Error(`the site has no file ${path}`);
  return readFile(join(folder, path));
}

/** Whether the site answers `/promotions/name.svg`. */
export const isServed = (path: string): boolean => folders.some((folder) => existsSync(join(folder, path)));
