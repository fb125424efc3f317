import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Fixed files of the site: in the project, and beside the built site in an image without its sources. */
const folders = ['public', 'dist/client'];

/** Whether the site answers `/promotions/name.svg`. */
export const isServed = (path: string): boolean => folders.some((folder) => existsSync(join(folder, path)));
